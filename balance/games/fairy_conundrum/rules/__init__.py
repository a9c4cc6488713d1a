"""The rules that ask nobody: pieces and zones, current values, selectors, conditions."""
