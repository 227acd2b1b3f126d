/** Breaks of a line, in every script; a tab is one where a text is a single line. */
const breaks = /\s*[\t\n\v\f\r\u0085\u2028\u2029]+\s*/g
/** What nobody sees: control characters, and signs that turn the direction of what follows, in a sentence of ours as well. */
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g
const turning = /[\u202a-\u202e\u2066-\u2069]/g
/** Half of a surrogate pair: cannot be stored. */
const halves = /[\ud800-\udfff]/gu

/**
 * Signs that take no ink: the empty Braille cell, what belongs to nobody, accents without a letter, and all that Unicode calls ignorable (joiners, soft
 * hyphens, variation selectors).
 */
const inkless = /[\s\u2800\p{Co}\p{Cn}\p{M}\p{Default_Ignorable_Code_Point}]/gu
/** What nobody could read is no text. */
export const readable = (text: string): string => (text.replace(inkless, '') === '' ? '' : text)

/** A name or another text of one line as a partner gave it: what cannot stand in a line is taken out, the name itself is kept. */
export const oneLine = (text: string): string =>
  text.replace(breaks, ' ').replace(unseen, '').replace(turning, '').replace(halves, '\ufffd').trim()

export const isOneLine = (text: string): boolean => [breaks, unseen, turning].every((signs) => text.search(signs) < 0)

/** A text of several lines: its breaks stay, written in one way. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(turning, '')
    .trim()
