#!/bin/sh
# Make a small repository with a history of cards.csv, for the page look-back.md: sh docs/how-to/example-history.sh FOLDER
set -eu
folder=${1:?name a folder that is not there yet}
table=$(dirname "$0")/../../cards.csv
mkdir "$folder"
cp "$table" "$folder/cards.csv"
cd "$folder"
git init --quiet

keep() { # commit the table with these words
    git add cards.csv
    git -c user.name=Designer -c user.email=designer@example.org commit --quiet --message "$1"
}
edit() { # replace a text that stands in the table once
    [ "$(grep -c "$1" cards.csv)" = 1 ] || { echo "cards.csv has no single '$1' to edit" >&2; exit 1; }
    sed "s/$1/$2/" cards.csv > edited.csv
    mv edited.csv cards.csv
}

keep "The cards as they were tested"
git tag v1.0
edit '^\(fairy,FYG4,Catch,guess,,1,1,fairy\),7,' '\1,8,'
keep "A Catch is worth 8"
edit '^\(fairy,FYG3,[^,]*,guess,.*\),4,' '\1,3,'
keep "Same suit pays less"
edit '^\(fairy,FYG4,Catch,guess,,1,1,fairy\),8,' '\1,12,'
keep "A Catch is worth 12: it never felt like much"
echo "$folder has $(git rev-list --count HEAD) versions of cards.csv: cd $folder"
