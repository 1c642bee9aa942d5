"""Programs over a text that exploration must enumerate exactly."""


def tokens(text):
    found, word = [], ""
    for c in text:
        if c.isspace():
            if word:
                found.append(word)
            word = ""
        else:
            word = f"{word}{c.upper()}"
    return len(found), "-".join(found), word


def split_words(text):
    return [len(word) for word in text.split()]


def split_at_commas(text):
    first, _, rest = text.partition(",")
    return len(first), rest.count(","), rest.strip("a ") == ""


def number(text):
    try:
        return int(text) > 10
    except ValueError:
        return None


def lookup(text):
    table = {"ab": 1, "a,": 2, "12": 3}
    return table.get(text[:2], 0)


def brackets(text):
    depth = 0
    for c in text:
        if c == "1":
            depth += 1
        elif c == "2":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def folded(text):
    return text.lower().startswith(("ab", "1")), text[::-1].find("a"), text > "b"


def palindrome(text):
    return text == text[::-1]


def encoded(text):
    return len(text.encode()), text.encode().decode() == text


def shown(text):
    return len(repr(text)), f"{text}|{text[1:]:5}", text.replace("a", "bb")
