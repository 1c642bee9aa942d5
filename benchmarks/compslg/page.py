"""The stages of an XML pipeline: a web page is validated, styled, and exported as an OpenDocument text.

A page is data: its blocks, each a tag of six and a text. Needs xmlschema and odfpy.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

import xmlschema
from odf import draw, style, table, text
from odf.opendocument import OpenDocumentText

TAGS = ("p", "h1", "a", "img", "ul", "table")
INNER = {"ul": ("li",), "table": ("tr", "td")}  # what stands between such a block and its text
MOST = 160  # blocks of a tag
# As browsers show them: size, weight and color of a block by its tag.
STYLES = {
    "p": ("12pt", "normal", "#000000"),
    "h1": ("24pt", "bold", "#000000"),
    "a": ("12pt", "normal", "#0000ee"),
    "img": ("12pt", "normal", "#808080"),
    "ul": ("12pt", "normal", "#000000"),
    "table": ("11pt", "normal", "#000000"),
}
NARROW, WIDE = 40, 120  # characters of a block that is set larger, or smaller

SCHEMA = xmlschema.XMLSchema("""
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="words"><xs:restriction base="xs:string">
    <xs:pattern value="[^&lt;&gt;&amp;]*"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="address"><xs:restriction base="xs:anyURI"/></xs:simpleType>
  <xs:element name="page"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="p" type="words"/>
    <xs:element name="h1" type="words"/>
    <xs:element name="a"><xs:complexType><xs:simpleContent><xs:extension base="words">
      <xs:attribute name="href" type="address" use="required"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="img"><xs:complexType><xs:simpleContent><xs:extension base="words">
      <xs:attribute name="src" type="address" use="required"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="ul"><xs:complexType><xs:sequence>
      <xs:element name="li" type="words" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="table"><xs:complexType><xs:sequence>
      <xs:element name="tr" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        <xs:element name="td" type="words" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:choice></xs:complexType></xs:element>
</xs:schema>
""")

Block = tuple[int, str]  # the number of its tag, and its text
StyledBlock = tuple[int, str, str]  # with the name of its style


def validate(blocks: list[Block]) -> list[Block]:
    """The blocks of a page if they are valid. Raises ValueError."""
    counts = [0] * len(TAGS)
    root = Element("page")
    for kind, words in blocks:
        counts[kind] += 1
        if counts[kind] > MOST:
            raise ValueError(f"more than {MOST} blocks of {TAGS[kind]}")
        _append(root, TAGS[kind], words)
    error = next(SCHEMA.iter_errors(root), None)
    if error is not None:
        raise ValueError(error.reason)
    return blocks


def _append(root: Element, tag: str, words: str) -> None:
    element = SubElement(root, tag)
    if tag == "a":
        element.set("href", "https://example.org/")
    if tag == "img":
        element.set("src", "image.png")
    for inner in INNER.get(tag, ()):
        element = SubElement(element, inner)
    element.text = words


def styled(blocks: list[Block]) -> list[StyledBlock]:
    """Each block with the name of a style: of its tag, and of how its text stands to the block before."""
    found: list[StyledBlock] = []
    before = -1
    for kind, words in blocks:
        words = _collapsed(words)
        width = "narrow" if len(words) < NARROW else "wide" if len(words) > WIDE else "plain"
        follows = "next" if kind == before else "first"
        found.append((kind, words, f"{TAGS[kind]} {width} {follows}"))
        before = kind
    return found


def _collapsed(words: str) -> str:
    """A text whose blanks are single, as browsers show it."""
    shown: list[str] = []
    for char in words:
        if not char.isspace():
            shown.append(char)
        elif shown and shown[-1] != " ":
            shown.append(" ")
    return "".join(shown)


def export(blocks: list[StyledBlock]) -> str:
    """The content of an OpenDocument text with the blocks."""
    document = OpenDocumentText()
    styles = {name: _style(document, name) for name in dict.fromkeys(name for _, _, name in blocks)}
    for kind, words, name in blocks:
        document.text.addElement(_element(TAGS[kind], words, styles[name]))
    content: str = document.contentxml().decode("utf-8")
    return content


def _style(document: OpenDocumentText, name: str) -> style.Style:
    made = style.Style(name=name.replace(" ", "_"), family="paragraph")
    size, weight, color = STYLES[name.partition(" ")[0]]
    made.addElement(style.TextProperties(fontsize=size, fontweight=weight, color=color))
    document.automaticstyles.addElement(made)
    return made


def _element(tag: str, words: str, chosen: style.Style) -> object:
    if tag == "h1":
        return text.H(outlinelevel=1, stylename=chosen, text=words)
    paragraph = text.P(stylename=chosen)
    if tag == "a":
        paragraph.addElement(text.A(href="https://example.org/", text=words))
    elif tag == "img":
        frame = draw.Frame(width="2cm", height="2cm")
        frame.addElement(draw.Image(href="image.png"))
        paragraph.addElement(frame)
    else:
        paragraph.addText(words)
    if tag == "ul":
        item = text.ListItem()
        item.addElement(paragraph)
        made = text.List()
        made.addElement(item)
        return made
    if tag == "table":
        cell, row, grid = table.TableCell(), table.TableRow(), table.Table(name="table")
        cell.addElement(paragraph)
        row.addElement(cell)
        grid.addElement(table.TableColumn())
        grid.addElement(row)
        return grid
    return paragraph
