"""What every count rests on: compiled kernels, and arrays that are kept on disk by the code that makes them."""
