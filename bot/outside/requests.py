"""Requests to addresses that visitors have named: only to public hosts, and without trusting what answers.

A name is looked up once, and the connection goes to an address that was checked, so that no name can lead into the
host's own network by changing in between. A request follows no redirect, reads nothing of the answer but its status,
and ends in time.
"""

import asyncio
import socket
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from aiohttp import BaseConnector, ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult

WITHIN: Final = 10.0
"""Seconds for a request, from looking up the name to the head of the answer."""

_GLOBAL: Final = IPv6Network("2000::/3")  # all addresses of hosts that were ever assigned
_NO_HOSTS: Final = (IPv6Network("2002::/16"), IPv6Network("3fff::/20"))  # IPv4 in a tunnel (6to4), and examples
_NAT64: Final = IPv6Network("64:ff9b::/96")  # the rest is an address of IPv4 (RFC 6052)

_LOOKUPS: Final = ThreadPoolExecutor(max_workers=128, thread_name_prefix="lookup")
"""Threads of their own: a name server that takes its time must not hold up those in which boards are painted.

They are enough for sixteen webhooks at once whose lookups were given up and go on for up to a minute.
"""


def is_public(address: str) -> bool:
    """Whether an IP address is that of a public host: neither in a private network, nor a way into one, nor a group."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip not in _NAT64:
            return ip in _GLOBAL and ip.is_global and not any(ip in network for network in _NO_HOSTS)
        ip = IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.is_global and not ip.is_multicast


class PublicHosts(AbstractResolver):
    """Finds the addresses of hosts, but none within a private network."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The public addresses of a host. Raises OSError if it has none."""
        look_up = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
        addresses = await asyncio.get_running_loop().run_in_executor(_LOOKUPS, look_up)
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        public = [
            ResolveResult(hostname=host, host=f"{at[0]}", port=int(at[1]), family=kind, proto=proto, flags=flags)
            for kind, _type, proto, _name, at in addresses
            if is_public(f"{at[0]}")
        ]
        if not public:
            raise OSError(f"{host} is no public host")
        return public

    async def close(self) -> None:
        """There is nothing to close: the threads are shared."""


def to_public_hosts() -> BaseConnector:
    """A connector for one request to a public host."""
    return TCPConnector(resolver=PublicHosts(), force_close=True)


async def post(
    address: str, body: bytes, headers: Mapping[str, str], connector: Callable[[], BaseConnector] = to_public_hosts
) -> int | None:
    """Post a body to an address by a new connector; return the status of the answer, or None if there is none in time.

    An address that names its host by a number has to be refused before, since nothing looks it up.
    """
    try:
        async with (
            ClientSession(
                connector=connector(), cookie_jar=DummyCookieJar(), timeout=ClientTimeout(WITHIN), trust_env=False
            ) as session,
            session.post(address, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            return answer.status
    except (ClientError, OSError, TimeoutError, ValueError):
        return None
