"""The script of an HTML report whose tables can be sorted."""

from __future__ import annotations

from typing import Final

# A click on the head of a column sorts the rows by it: numbers the largest first, texts from A, then the
# other way round.
SORTING: Final = """
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstChild.addEventListener("click", () => {
    const isText = head.className === "text", before = head.getAttribute("aria-sort");
    const down = before ? before === "ascending" : !isText;
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => row.cells[column].dataset.key;
    const number = (row) => key(row) === "" ? -1 : Number(key(row));
    const order = (a, b) => isText ? key(a).localeCompare(key(b)) : number(a) - number(b);
    const rows = [...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b));
    table.tBodies[0].append(...rows);
  }));
}
"""
