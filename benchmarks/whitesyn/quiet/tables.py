"""Tables, grids and texts with rows: each cell is read for its own sake."""

from __future__ import annotations


def matrix_product(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
    """Return the product of two matrices."""
    result: list[list[int]] = []
    for row in a:
        values: list[int] = []
        for column in range(len(b[0]) if b else 0):
            total = 0
            for place, factor in enumerate(row):
                total += factor * b[place][column]
            values.append(total)
        result.append(values)
    return result


def transposed(table: list[list[int]]) -> list[list[int]]:
    """Return a table with its columns as rows."""
    result: list[list[int]] = []
    for column in range(len(table[0]) if table else 0):
        values: list[int] = []
        for row in table:
            values.append(row[column])
        result.append(values)
    return result


def rendered(table: list[list[str]]) -> str:
    """Return a table as text, by join."""
    lines: list[str] = []
    for row in table:
        cells: list[str] = []
        for cell in row:
            cells.append(cell.strip().ljust(4))
        lines.append("|".join(cells))
    return "\n".join(lines)


def parsed(text: str) -> list[dict[str, str]]:
    """Return the records of a text: lines of `name=value` pairs, separated by semicolons."""
    records: list[dict[str, str]] = []
    for line in text.splitlines():
        record: dict[str, str] = {}
        for pair in line.split(";"):
            name, separator, value = pair.partition("=")
            if separator:
                record[name] = value
        records.append(record)
    return records


def word_counts(lines: list[str]) -> dict[str, int]:
    """Return how often each word stands in some lines."""
    counts: dict[str, int] = {}
    for line in lines:
        for word in line.split():
            counts[word] = counts.get(word, 0) + 1
    return counts


def pascal(count: int) -> list[list[int]]:
    """Return some rows of Pascal's triangle: each is made from the one above."""
    rows: list[list[int]] = []
    for _ in range(count):
        row = [1]
        if rows:
            above = rows[-1]
            for place in range(1, len(above)):
                row.append(above[place - 1] + above[place])
            row.append(1)
        rows.append(row)
    return rows


def prefix_sums(table: list[list[int]]) -> list[list[int]]:
    """Return for each cell the sum of all cells that are not below it nor to its right."""
    result: list[list[int]] = []
    for row in table:
        sums: list[int] = []
        total = 0
        for column, value in enumerate(row):
            total += value
            sums.append(total + (result[-1][column] if result else 0))
        result.append(sums)
    return result


def spiral(table: list[list[int]]) -> list[int]:
    """Return the cells of a table on a spiral from the corner to the middle."""
    result: list[int] = []
    top, bottom = 0, len(table) - 1
    left, right = 0, len(table[0]) - 1 if table else -1
    while top <= bottom and left <= right:
        for column in range(left, right + 1):
            result.append(table[top][column])
        for row in range(top + 1, bottom + 1):
            result.append(table[row][right])
        if top < bottom and left < right:
            for column in range(right - 1, left - 1, -1):
                result.append(table[bottom][column])
            for row in range(bottom - 1, top, -1):
                result.append(table[row][left])
        top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1
    return result


def diagonals(table: list[list[int]]) -> list[list[int]]:
    """Return the cells of a table by the sum of row and column."""
    found: list[list[int]] = []
    for row, values in enumerate(table):
        for column, value in enumerate(values):
            while len(found) <= row + column:
                found.append([])
            found[row + column].append(value)
    return found


def primes(below: int) -> list[int]:
    """Return the primes below a number, by a sieve."""
    composite = [False] * below
    found: list[int] = []
    for number in range(2, below):
        if not composite[number]:
            found.append(number)
            for multiple in range(number * number, below, number):
                composite[multiple] = True
    return found


def all_products(first: list[int], second: list[int]) -> list[int]:
    """Return the product of each pair: the result has as many items as there are rounds."""
    return [left * right for left in first for right in second]


def expanded(template: list[str], values: dict[str, list[str]]) -> list[str]:
    """Return a list of words in which a known name is replaced by its words."""
    result: list[str] = []
    for word in template:
        for each in values.get(word, [word]):
            result.append(each)
    return result


def grouped(entries: list[tuple[str, int]]) -> dict[str, int]:
    """Return the sum of each name: grouped first, then each group added up."""
    groups: dict[str, list[int]] = {}
    for name, amount in entries:
        groups.setdefault(name, []).append(amount)
    sums: dict[str, int] = {}
    for name, amounts in groups.items():
        total = 0
        for amount in amounts:
            total += amount
        sums[name] = total
    return sums
