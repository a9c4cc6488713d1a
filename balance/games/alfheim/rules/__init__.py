"""The rules as kernels; each names its rule."""
