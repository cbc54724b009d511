"""Requests to addresses that visitors have named: only to public hosts, and without trusting what answers.

A name is looked up once, and the connection goes to an address that was checked, so that no name can lead into the
host's own network by changing in between. A request follows no redirect, reads nothing of the answer but its status, and
ends in time.
"""

import socket
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, ThreadedResolver
from aiohttp.abc import AbstractResolver, ResolveResult

WITHIN: Final = 10.0
"""Seconds for a request, from looking up the name to the head of the answer."""

_GLOBAL: Final = IPv6Network("2000::/3")  # all addresses of hosts that were ever assigned
_NO_HOSTS: Final = (IPv6Network("2002::/16"), IPv6Network("3fff::/20"))  # IPv4 in a tunnel (6to4), and examples
_NAT64: Final = IPv6Network("64:ff9b::/96")  # the rest is an address of IPv4 (RFC 6052)


def is_public(address: str) -> bool:
    """Whether an IP address is that of a public host: neither in a private network, nor a way into one, nor a group."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found not in _NAT64:
            return found in _GLOBAL and found.is_global and not any(found in one for one in _NO_HOSTS)
        found = IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast


class PublicHosts(AbstractResolver):
    """Finds the addresses of hosts, but none within a private network."""

    def __init__(self) -> None:
        self._resolver: Final = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The public addresses of a host. Raises OSError if it has none."""
        found = await self._resolver.resolve(host, port, family)
        public = [one for one in found if is_public(one["host"])]
        if not public:
            raise OSError(f"{host} is no public host")
        return public

    async def close(self) -> None:
        """Look nothing up any more."""
        await self._resolver.close()


async def post(address: str, body: bytes, headers: Mapping[str, str], *, anywhere: bool = False) -> int | None:
    """Post a body to an address; return the status of the answer, or None if there is none in time.

    An address that names its host by a number has to be refused before. With `anywhere`, private hosts are asked, too.
    """
    try:
        async with (
            TCPConnector(resolver=None if anywhere else PublicHosts(), force_close=True) as connector,
            ClientSession(
                connector=connector, cookie_jar=DummyCookieJar(), timeout=ClientTimeout(WITHIN), trust_env=False
            ) as session,
            session.post(address, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            return answer.status
    except (ClientError, OSError, TimeoutError, ValueError):
        return None
