# SPDX-License-Identifier: Apache-2.0 OR MIT
import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, overload

class _Readable(Protocol):
    def readinto(self, buffer: Any, /) -> int | None: ...
    def readable(self) -> bool: ...

class _Updated(Protocol):
    def update(self, data: Any, /) -> object: ...

_D = TypeVar("_D", bound=_Updated)
_File = str | bytes | os.PathLike[Any] | _Readable

FIRST_PIECE: int
GROWTH: int
PIECE: int
PIECE_A_THREAD: int
LARGEST_PIECE: int
MOST_THREADS: int

@overload
def file_digest(file: _File, name: str, /, *, threads: int = 1, **options: Any) -> Any: ...
@overload
def file_digest(file: _File, name: Callable[..., _D], /, *, threads: int = 1, **options: Any) -> _D: ...
