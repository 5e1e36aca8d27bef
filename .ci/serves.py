"""Whether the installed program can serve its page: run by .ci/package, with its Python."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

command = [Path(sys.executable).with_name("hanabi-solve"), "serve", "--no-open"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
    assert server.stdout is not None
    try:
        said = server.stdout.readline()
        address = re.search(r"http://\S+/", said)
        assert address is not None, said
        page = urlopen(address[0]).read().decode()
        names = re.findall(r'"(/static/[\w.-]+)"', page)
        assert names, page
        for name in names:
            assert urlopen(address[0] + name[1:]).status == 200, name
        print(said.strip(), f"with {len(names)} files")
    finally:
        server.terminate()
