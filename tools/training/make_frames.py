"""Writes data/pairs.f1.jsonl: pairs that differ in one value, where the frame decides whether both can hold.

    python make_frames.py

Talk has few pairs of bare statements ("I live in Bonn", "I live in Graz"), and what is left out there is what the head of
pairs has to know: who can live in one place only, and who can like two things.
"""

import json
import random
from pathlib import Path

CITIES = "Graz Bonn Leeds York Lyon Porto Turin Ghent Malmö Cork Basel Gdańsk Sevilla Nantes Tampa Denver Kyoto Osaka".split()
NAMES = "Ana Ben Carla Deniz Emre Fiona Goran Hana Igor Jonas Kofi Lena Marek Nadia Olga Pavel Rosa Sven Tara Wen".split()
FIRMS = "Initech Globex Siemens Bosch Philips Nokia Acme Vodafone Ikea Lidl Spotify Airbus".split()
NUMBERS = [str(n) for n in (3, 7, 12, 19, 24, 38, 41, 42, 43, 56, 88, 120, 350, 640, 905)]
TIMES = "7:30 8 9:15 10 11:45 14:00 15:30 16 18:20 19:00 20:15".split()
DATES = "4 May|9 June|21 March|2 October|30 January|17 August".split("|")
COLOURS = "green blue red yellow purple orange".split()
FOODS = "plums olives mango sushi lentils cheese ramen tacos pears rice".split()
HAN = "上海 北京 广州 成都 杭州 南京 武汉 西安".split()
KANA = "東京 大阪 京都 札幌 福岡 名古屋".split()

# Frames of one value each; of those that belong together the others say the same of it.
ONE = {
    "en": [
        (CITIES, ["I live in {}", "{} is where I live", "my home is in {}"], ["I moved to {}", "I live in {} now", "we've moved, it's {} now"]),
        (FIRMS, ["I work at {}", "my employer is {}"], ["I work at {} now", "changed jobs, i'm at {}"]),
        (FIRMS, ["Petra works for {}", "Petra has a job at {}"], ["Petra left, she's at {} now", "Petra started at {}"]),
        (CITIES, ["my sister lives in {}", "my sister's place is in {}"], ["my sister moved to {}"]),
        (NAMES, ["my boss is {}", "{} is my boss", "I report to {}"], ["my new boss is {}", "I report to {} now"]),
        (NAMES, ["our dog is called {}", "the dog's name is {}"], ["we renamed the dog, it's {} now"]),
        (NAMES, ["my dentist is {}", "{} is my dentist"], ["I have a new dentist, {}"]),
        (NUMBERS, ["my shoe size is {}", "I wear size {} shoes", "shoe size {}"], ["it's {}, not what I said, my shoe size"]),
        (NUMBERS, ["the rent is {} a month", "we pay {} rent a month"], ["rent went to {} a month", "from now on the rent is {}"]),
        (NUMBERS, ["our flat is number {}", "we live in flat {}"], ["we're in flat {} now"]),
        (TIMES, ["the meeting is at {}", "meeting's at {}"], ["the meeting moved to {}", "they pushed the meeting to {}"]),
        (TIMES, ["the flight leaves at {}", "our flight goes at {}"], ["the flight is delayed to {}"]),
        (DATES, ["my birthday is {}", "I was born on {}"], []),
        (DATES, ["the deadline is {}", "we have to deliver by {}"], ["new deadline: {}", "the deadline was moved to {}"]),
        (COLOURS, ["my favourite colour is {}", "{} is my favourite colour"], ["I've changed my mind, {} is my favourite colour now"]),
        (COLOURS, ["the front door is {}", "our front door's {}"], ["we painted the front door {}"]),
    ],
    "de": [
        (CITIES, ["ich wohne in {}", "ich lebe in {}"], ["bin nach {} gezogen", "wohne jetzt in {}"]),
        (FIRMS, ["ich arbeite bei {}", "mein Arbeitgeber ist {}"], ["ich bin jetzt bei {}"]),
        (TIMES, ["das Treffen ist um {}", "wir treffen uns um {}"], ["das Treffen ist auf {} verschoben"]),
        (NUMBERS, ["ich habe Schuhgröße {}", "meine Schuhgröße ist {}"], []),
    ],
    "es": [
        (CITIES, ["vivo en {}", "mi casa está en {}"], ["me he mudado a {}", "ahora vivo en {}"]),
        (FIRMS, ["trabajo en {}", "mi empresa es {}"], ["ahora trabajo en {}"]),
        (TIMES, ["la reunión es a las {}", "tenemos la reunión a las {}"], ["han cambiado la reunión a las {}"]),
    ],
    "fr": [
        (CITIES, ["j'habite à {}", "je vis à {}"], ["j'ai déménagé à {}", "maintenant j'habite à {}"]),
        (FIRMS, ["je travaille chez {}", "mon employeur est {}"], ["je suis chez {} maintenant"]),
        (TIMES, ["la réunion est à {}", "on se voit à {} pour la réunion"], ["la réunion est décalée à {}"]),
    ],
    "zh": [
        (HAN, ["我住在{}", "我家在{}"], ["我搬到{}了", "我现在住在{}"]),
        (FIRMS, ["我在{}上班", "我的公司是{}"], ["我换工作了，现在在{}"]),
        (TIMES, ["会议是{}", "{}开会"], ["会议改到{}了"]),
        (NUMBERS, ["我穿{}码的鞋", "我的鞋码是{}"], ["不对，我的鞋码是{}"]),
    ],
    "ja": [
        (KANA, ["{}に住んでいます", "家は{}です"], ["{}に引っ越しました", "今は{}に住んでいます"]),
        (FIRMS, ["{}で働いています", "会社は{}です"], ["転職して今は{}です"]),
        (TIMES, ["会議は{}からです", "{}から会議です"], ["会議は{}に変更です"]),
    ],
}
# The same of many people: of one of them two values are at odds, of two of them they are not.
WHO = {
    "en": (["Ana", "Ben", "Marta", "Kim", "User", "my brother", "our neighbour", "Dr Weiss", "grandma"], [
        (CITIES, "{} lives in {}"), (FIRMS, "{} works at {}"), (CITIES, "{} was born in {}"), (NUMBERS, "{} is {} years old"),
        (TIMES, "{} arrives at {}"), (DATES, "{}'s birthday is {}"),
    ]),
    "de": (["Ana", "Jonas", "mein Bruder"], [(CITIES, "{} wohnt in {}"), (FIRMS, "{} arbeitet bei {}")]),
    "es": (["Ana", "Pablo", "mi hermano"], [(CITIES, "{} vive en {}"), (FIRMS, "{} trabaja en {}")]),
    "fr": (["Ana", "Luc", "mon frère"], [(CITIES, "{} habite à {}"), (FIRMS, "{} travaille chez {}")]),
    "zh": (["小雨", "王芳", "我弟弟"], [(HAN, "{}住在{}"), (FIRMS, "{}在{}上班")]),
    "ja": (["田中さん", "弟", "Ana"], [(KANA, "{}は{}に住んでいます"), (FIRMS, "{}は{}で働いています")]),
}
# Frames of which several values can hold.
MANY = {
    "en": [
        (FOODS, "I like {}"), (FOODS, "I had {} for lunch"), (CITIES, "I've been to {}"), (CITIES, "I have a friend in {}"),
        (NAMES, "I know {}"), (NAMES, "I had coffee with {}"), (FOODS, "we need to buy {}"), (NAMES, "{} came to the party"),
        (FIRMS, "I've worked with {} before"), (FOODS, "my daughter loves {}"),
    ],
    "de": [(FOODS, "ich mag {}"), (CITIES, "ich war schon in {}"), (NAMES, "ich kenne {}")],
    "es": [(FOODS, "me gusta {}"), (CITIES, "he estado en {}"), (NAMES, "conozco a {}")],
    "fr": [(FOODS, "j'aime {}"), (CITIES, "j'ai visité {}"), (NAMES, "je connais {}")],
    "zh": [(HAN, "我去过{}"), (NAMES, "我认识{}")],
    "ja": [(KANA, "{}に行ったことがあります"), (NAMES, "{}を知っています")],
}
# The same value or frame, of somebody or something else.
OTHERS = {
    "en": [
        ("my sister lives in {}", "my brother lives in {}", CITIES), ("Petra works for {}", "Jonas works for {}", FIRMS),
        ("the meeting is at {}", "the dinner is at {}", TIMES), ("my boss is {}", "my dentist is {}", NAMES),
        ("I live in {}", "my parents live in {}", CITIES), ("my birthday is {}", "Ana's birthday is {}", DATES),
    ],
    "de": [("ich wohne in {}", "meine Eltern wohnen in {}", CITIES)],
    "es": [("vivo en {}", "mi hermana vive en {}", CITIES)],
    "fr": [("j'habite à {}", "ma sœur habite à {}", CITIES)],
    "zh": [("我住在{}", "我姐姐住在{}", HAN)],
    "ja": [("{}に住んでいます", "姉は{}に住んでいます", KANA)],
}


def pairs(random):
    def two(values):
        return random.sample(values, 2)

    for lang, frames in ONE.items():
        for values, told, changed in frames:
            for _ in range(4):
                (x, y), (one, other) = two(values), (random.choice(told), random.choice(told))
                yield lang, one.format(x), other.format(y), "contradiction"
                if one != other:
                    yield lang, one.format(x), other.format(x), "same"
                for frame in changed[:2]:
                    yield lang, one.format(x), frame.format(y), "update"
    for lang, (people, frames) in WHO.items():
        for values, frame in frames:
            for who in people:
                (x, y), other = two(values), random.choice([one for one in people if one != who])
                yield lang, frame.format(who, x), frame.format(who, y), "contradiction"
                yield lang, frame.format(who, x), frame.format(other, random.choice([x, y])), "compatible"
    for lang, frames in MANY.items():
        for values, frame in frames:
            for _ in range(3):
                x, y = two(values)
                yield lang, frame.format(x), frame.format(y), "compatible"
    for lang, frames in OTHERS.items():
        for one, other, values in frames:
            for _ in range(4):
                x, y = two(values)
                yield lang, one.format(x), other.format(y), "compatible"


def typed(random, text):
    """As people type: with or without a capital and a full stop."""
    text = text[0].upper() + text[1:] if random.random() < 0.5 else text[0].lower() + text[1:]
    return text + random.choice(["", "", "."]) if text.isascii() else text


def main():
    dice = random.Random(7)
    path = Path(__file__).parent / "data/pairs.f1.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        for at, (lang, a, b, label) in enumerate(pairs(dice), 1):
            a, b = typed(dice, a), typed(dice, b)
            line = {"id": f"f1-p{at:03}", "a": a, "b": b, "lang_a": lang, "lang_b": lang, "label": label}
            print(json.dumps(line, ensure_ascii=False), file=file)


if __name__ == "__main__":
    main()
