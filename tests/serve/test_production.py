"""The files of docs/operating.md, as they are printed there, before a house: nginx, Caddy and the systemd unit."""

import contextlib
import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from houseway.cli import app
from houseway.serve.web import limits
from tests.serve.house import PATIENCE, ROOT, House, eventually, free_port, trying

DOCS = (ROOT / "docs" / "operating.md").read_text()
NAME = "play.example.com"
HONEST = "127.0.0.3"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("production")
    options = ("--only", "criss-cross-poker", "--no-pages", "--bots", "0", "--limits", "--proxy", "127.0.0.1")
    it = House(f"sqlite:///{folder / 'house.db'}", *options, log=folder / "log").start()
    yield it
    it.stop()


@dataclass(frozen=True)
class Proxy:
    """A proxy before the house, by TLS."""

    port: int
    log: Path
    plain: int = 0
    hostile: str = "127.0.0.2"  # an address of somebody who uses up what they may

    def client(self, source: str) -> httpx.Client:
        """Somebody who comes from an address and says that they come from another."""
        transport = httpx.HTTPTransport(verify=False, local_address=source)  # its certificate is its own
        forged = {"X-Forwarded-For": "198.51.100.7", "Forwarded": "for=198.51.100.7", "X-Real-IP": "198.51.100.7"}
        return httpx.Client(
            base_url=f"https://localhost:{self.port}", transport=transport, headers=forged, timeout=PATIENCE
        )


def _nginx(house: House, folder: Path) -> tuple[list[str], Proxy]:
    printed = re.search(r"```nginx\n(.*?)```", DOCS, re.DOTALL)
    assert printed
    proxy, key, certificate = (
        Proxy(free_port(), folder / "access.log", free_port()),
        folder / "key.pem",
        folder / "certificate.pem",
    )
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"]
    made += ["-subj", f"/CN={NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    site = (
        printed[1]
        .replace("listen [::]:443", f"listen [::1]:{proxy.port}")
        .replace("listen 443", f"listen 127.0.0.1:{proxy.port}")
    )
    site = site.replace("listen [::]:80", f"listen [::1]:{proxy.plain}").replace(
        "listen 80", f"listen 127.0.0.1:{proxy.plain}"
    )
    site = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), site)
    site = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), site)
    site = site.replace("127.0.0.1:8080", f"127.0.0.1:{house.port}")
    site = site.replace("/var/log/nginx/houseway.log", str(proxy.log))
    assert "letsencrypt" not in site and ":8080" not in site and "/var/log" not in site
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{ access_log off;\n"
        + "".join(
            f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        + f"{site}}}\n"
    )
    return ["nginx", "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")], proxy


def _caddy(house: House, folder: Path) -> tuple[list[str], Proxy]:
    printed = re.search(rf"^    {NAME} \{{\n(?:      .*\n)*    \}}\n", DOCS, re.MULTILINE)
    assert printed
    proxy = Proxy(free_port(), folder / "access.log", hostile="127.0.0.4")
    site = printed[0].replace(f"{NAME} {{", f"https://localhost:{proxy.port} {{\n      tls internal")
    site = site.replace("127.0.0.1:8080", f"127.0.0.1:{house.port}")
    site = site.replace("/var/log/caddy/houseway.log", str(proxy.log))
    own = f"{{\n admin off\n skip_install_trust\n auto_https disable_redirects\n storage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(own + site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], proxy


@pytest.fixture(scope="module", params=[_nginx, _caddy], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    made: Callable[[House, Path], tuple[list[str], Proxy]] = request.param
    program = made.__name__.removeprefix("_")
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp(program)
    folder.chmod(0o755)
    command, it = made(house, folder)
    with (folder / "out").open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            for _ in trying(f"the start of {program}"):
                assert process.poll() is None, (folder / "out").read_text()[-2000:]
                with contextlib.suppress(httpx.HTTPError), it.client(HONEST) as client:
                    if client.get("/healthz").status_code == 200:
                        break
            yield it
        finally:
            process.terminate()


@pytest.mark.threat("listening")
def test_pages_come_by_tls_with_all_that_goes_with_it(proxy: Proxy) -> None:
    with proxy.client(HONEST) as client:
        answer = client.get("/api/v1/games")
        assert answer.status_code == 200 and answer.headers["strict-transport-security"] == "max-age=31536000"
        given = client.post("/api/v1/guest").headers["set-cookie"]
        assert given.startswith("__Host-houseway=") and "Secure" in given
        assert client.get("/metrics").status_code == 403
        assert client.post("/api/v1/guest", headers={"Origin": "https://elsewhere.example"}).status_code == 403
        too_long = client.post("/api/v1/session", content=b"x" * 70_000)
        assert too_long.status_code == 413
    if proxy.plain:
        moved = httpx.get(f"http://127.0.0.1:{proxy.plain}/x?y=1", headers={"Host": NAME}, timeout=PATIENCE)
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/x?y=1")


@pytest.mark.threat("forged-address")
def test_the_house_sees_who_comes_and_believes_no_forged_address(proxy: Proxy) -> None:
    with proxy.client(proxy.hostile) as hostile, proxy.client(HONEST) as honest:
        came = [hostile.post("/api/v1/guest") for _ in range(limits.COMING_AS_GUEST.burst + 1)]
        assert came[-1].status_code == 429
        assert {one["address"] for one in hostile.get("/api/v1/me/sessions").json()} == {proxy.hostile}
        assert honest.post("/api/v1/guest").status_code == 201
        assert {one["address"] for one in honest.get("/api/v1/me/sessions").json()} == {HONEST}


def test_a_table_is_played_on_a_socket(proxy: Proxy) -> None:
    with proxy.client(HONEST) as client:
        token = client.post("/api/v1/guest").json()["csrf"]
        sat = client.post("/api/v1/tables/1/seat", json={"amount": "1000"}, headers={"X-CSRF-Token": token})
        assert sat.status_code == 201, sat.text
        cookie = f"__Host-houseway={client.cookies['__Host-houseway']}"
        own = ssl._create_unverified_context()
        headers = {"Cookie": cookie, "Origin": f"https://localhost:{proxy.port}"}
        with connect(
            f"wss://localhost:{proxy.port}/api/v1/tables/1/live",
            ssl=own,
            additional_headers=headers,
            open_timeout=PATIENCE,
        ) as socket:
            view = json.loads(socket.recv(timeout=PATIENCE))
            assert view["type"] == "view" and view["viewer"].startswith("seat")
            socket.send(json.dumps({"do": "answer", "text": "sit out", "id": "mine"}))
            while (told := json.loads(socket.recv(timeout=PATIENCE)))["type"] not in ("done", "refused"):
                pass
            assert told["id"] == "mine"
        client.request("DELETE", "/api/v1/tables/1/seat", headers={"X-CSRF-Token": token})


@pytest.mark.threat("proxy-log")
def test_what_follows_an_address_is_not_in_the_log(proxy: Proxy) -> None:
    with proxy.client(HONEST) as client:
        headers = {"Referer": f"https://localhost:{proxy.port}/school/exam?code=a-secret"}
        assert client.get("/api/v1/games?client_id=a-secret", headers=headers).status_code == 200
    eventually(lambda: proxy.log.exists() and "/api/v1/games" in proxy.log.read_text(), "the line in the log")
    assert "a-secret" not in proxy.log.read_text()


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    printed = re.search(r"```ini\n(.*?)```", DOCS, re.DOTALL)
    assert printed
    unit = printed[1]
    command = re.search(r"^ExecStart=\S+ serve ((?:.*\\\n)*.*)$", unit, re.MULTILINE)
    assert command
    known = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    assert [option for option in re.findall(r"--[a-z-]+", command[1]) if option not in known] == []
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    there = tmp_path / "houseway.service"
    there.write_text(unit.replace("/opt/houseway/.venv/bin/houseway", shutil.which("true") or "/bin/true"))
    came = subprocess.run(["systemd-analyze", "verify", str(there)], capture_output=True, text=True, check=False)
    assert (came.returncode, came.stderr) == (0, "")
