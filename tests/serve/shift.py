"""Workers that do nothing but be there, under a parent that looks after them."""

import sys
import time

from houseway.serve.workers.supervisor import Share, supervise


def be_there(share: Share) -> None:
    share.opened(["open"])
    while True:
        time.sleep(60)


if __name__ == "__main__":
    supervise(be_there, workers=2, host="127.0.0.1", port=int(sys.argv[1]), told=lambda line: print(line, flush=True))
