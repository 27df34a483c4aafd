"""Frozen values that are cheap to make."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

T = TypeVar("T")

if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    def value(cls: type[T]) -> type[T]: ...

else:

    def value(cls):
        """A dataclass that the type checker holds to be frozen.

        At run time it is not guarded: thousands are made a second, and the guard costs three times the value itself.
        """
        own = cls.__repr__ is object.__repr__  # one that is written by hand stays, in the classes below it too
        return dataclass(slots=True, eq=True, unsafe_hash=True, repr=own)(cls)
