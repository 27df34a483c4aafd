"""A page of A4 that breaks lines between words and keeps together what is one thing."""

from houseway.papers.pdf.a4 import A4, WIDTH

MARGIN = 16.0
INNER = WIDTH - 2 * MARGIN


class Page(A4):
    """A document's pages, the first of them begun."""

    def __init__(self, title: str) -> None:
        self._wide: dict[tuple[str, str, float, str], float] = {}
        super().__init__(title, margin=MARGIN)

    def keep(self, height: float) -> None:
        """A new page, unless so much fits on this one."""
        if height > self.room and self.get_y() > MARGIN:
            self.add_page()

    def wide(self, text: str) -> float:
        """How wide a text is in the font at hand."""
        key = self.font_family, self.font_style, self.font_size_pt, text
        if key not in self._wide:
            self._wide[key] = self.get_string_width(text)
        return self._wide[key]

    def lines(self, text: str, width: float) -> list[str]:
        """The text broken between words to this width; a word is never broken."""
        if self.wide(text) <= width:
            return [text]
        found, line, space = [], "", self.wide(" ")
        long = 0.0
        for word in text.split():
            more = self.wide(word)
            if line and long + space + more > width:
                found.append(line)
                line, long = word, more
            else:
                line, long = (f"{line} {word}", long + space + more) if line else (word, more)
        return [*found, line]

    def heading(self, text: str, *, room: float = 40) -> None:
        """A section's title, on a new page if so much does not fit below it."""
        if room > self.room:
            self.add_page()
        else:
            self.ln(5)
        self.titled(text, size=14, height=7)

    def subheading(self, text: str, *, room: float = 20) -> None:
        self.keep(room)
        self.ln(1.5)
        self.font("B", 9.5)
        self.said(text, 5)
