import type { Lang } from '@tablewire/contracts/kit/wire'

/** "Zehnte" is a place in a row, "Zehntel" a part; the same in Dutch. */
const notPlaced = String.raw`(?!te[nrsm]?(?!\p{L})|tens|de[ns]?(?!\p{L}))`
/**
 * Words that are numbers in one of the five languages and nothing else in any of them, alone or in a compound: a number that is spelled out is not looked
 * up, so none may be.
 */
const everywhere: readonly string[] = [
  String.raw`\p{L}*(?:hundred|thousand|million|billion|trillion|hundert|tausend|milliarde|honderd|duizend|miljoen|miljard)\p{L}*`,
  // English
  'two|three|four|five|seven|eight|nine|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety',
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|many|several|multi)-?fold|dozens?|scores of|twice|thrice',
  '(?:tripl|trebl|quadrupl|quintupl|sextupl|decupl)[a-z]*|halv(?:e|ed|es|ing)',
  // German
  String.raw`zwei(?!fel|t)\p{L}*|(?:zweit|dritt)(?:größt|best|meist|höchst)\p{L}*|drei(?!st)\p{L}*|drittel\p{L}*|zwölf${notPlaced}\p{L}*`,
  String.raw`vier(?!tel)${notPlaced}\p{L}*|(?:fünf|sechs|sieben|neun)${notPlaced}\p{L}*|acht(?:el|mal|fach\p{L}*)|\p{L}*(?<!jahr)zehn${notPlaced}\p{L}*|elf(?:mal|fach\p{L}*)`,
  String.raw`\p{L}*(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)\p{L}*`,
  String.raw`dutzend\p{L}*|doppel(?!buchung|belegung|zimmer)\p{L}*|verdoppel\p{L}*|ver(?:drei|vier|fünf|zehn|x)fach\p{L}*|hälfte\p{L}*|halb(?:e|er|es|en|em|iert|ieren)?`,
  // French
  'deux|trois|quatre|cinq|huit|douze|treize|quatorze|quinze|vingts?|trente|quarante|cinquante|soixante',
  String.raw`(?:diz|douz|quinz|vingt|trent|quarant|cinquant|soixant|cent)aines?|milliers?|moitié|(?:quintupl|décupl|centupl)\p{L}*`,
  // Spanish
  'cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa',
  String.raw`dieci\p{L}+|veinti\p{L}+|\p{L}*cient[oa]s?|mill[oó]n(?:es)?|bill[oó]n(?:es)?|(?:dec|doc|veint|cent)enas?|centenar(?:es)?|millar(?:es)?`,
  String.raw`mitad|tercios?|(?:duplic|triplic|cuadruplic|quintuplic)\p{L}*|(?:cuádrupl|quíntupl|décupl)\p{L}*`,
  // Dutch
  String.raw`(?:twee|drie|vijf|zes|zeven|negen|twaalf)${notPlaced}\p{L}*|tien(?!er)${notPlaced}\p{L}*|acht(?:maal|tien|voud\p{L}*|tal\p{L}*)`,
  String.raw`(?:der|veer|vijf|zes|zeven|acht|negen)tien\p{L}*|(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig\p{L}*`,
  String.raw`dozijn\p{L}*|dubbel(?!e? ?boeking)\p{L}*|verdubbel\p{L}*|ver(?:drie|vier|vijf|tien)voudig\p{L}*|helft|halve|kwart(?:en)?`,
]

/** Whose part or place it states; of "Third, …" or "a third party" nothing is counted. */
const ordinals = '(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|[a-z]+tieth|[a-z]+teenth)'
/**
 * Words that mean something else in another of the five languages ("once", "ten", "onze"), or beside other words in their own: a text is held against
 * those of its language alone, and where they state a figure.
 */
const inTheirOwn: Readonly<Record<Lang, readonly string[]>> = {
  en: [
    'six|ten|tens|half(?![- ](?:board|timbered))',
    'doubl[a-z]*(?<!double(?=[- ](?:book|check|room)))',
    `${ordinals}s|${ordinals} of|${ordinals}[- ](?:most|[a-z]+est)`,
    `(?:a|one)[- ]${ordinals}(?![- ](?:part(?:y|ies)|way|reason|step|point|thing|idea|option|channel))`,
    '(?:a|one|every|each|last|next|per)[- ]quarter|quarters|quarter (?:of|more|less)',
  ],
  de: [
    'elf|(?<!in |außer )acht(?! (?:geben|gegeben|nehmen|zu geben))|halb',
    String.raw`(?:ein|einem|eines) viertel|viertel (?:der|des|aller|ihrer|mehr|weniger)|viertel(?:stunde|jahr)\p{L}*`,
  ],
  fr: [
    'six|sept|dix|onze|seize|cents?|mille(?!-?feuille)',
    // Also "new": a number stands before what it counts.
    String.raw`neuf(?= (?:\p{L}+[sx]|fois)(?!\p{L}))`,
    String.raw`(?:un|deux|le) tiers|tiers (?:des?|du|de la|en plus|plus)|d['’]un tiers|quarts?|demie?s?(?!-(?:pension|glace|sel))`,
    String.raw`doubl\p{L}*(?<!doubles?(?= (?:réservation|vérification|chambre)))`,
  ],
  es: [
    'dos|tres|once|quince|cien|mil|miles',
    '(?:un|el) cuarto|cuartos? (?:de|más|menos)',
    String.raw`(?<!(?:reservas?|habitaci(?:ón|ones)) )dobles?(?! (?:reserva|habitaci|comprobaci))|tripl\p{L}*`,
  ],
  nl: [
    'elf|(?<!in )acht(?! (?:nemen|te nemen|genomen))|half',
    'een derde(?! (?:partij|manier|reden|stap|punt|optie|kanaal))|derde (?:van|deel|meer|minder)|een (?:vierde|vijfde|tiende)',
  ],
}

const isWord = (words: readonly string[]): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`, 'iu')
const spelled: Readonly<Record<Lang, RegExp>> = {
  en: isWord([...everywhere, ...inTheirOwn.en]),
  de: isWord([...everywhere, ...inTheirOwn.de]),
  fr: isWord([...everywhere, ...inTheirOwn.fr]),
  es: isWord([...everywhere, ...inTheirOwn.es]),
  nl: isWord([...everywhere, ...inTheirOwn.nl]),
}

/** Whether a text of that language spells out a number. Without "one", which is an article, and places in a row such as "first". */
export const spellsNumber = (text: string, lang: Lang): boolean => spelled[lang].test(text)
