/*
 * Finds the tables that a SQL text names, by PostgreSQL's own scanner (libpg-query): its grammar cannot read templates with holes, its words can be read
 * whatever they are part of. A name that is a table's is a use of the table wherever it stands, unless it is a column behind its dot or an alias behind
 * `as`: what nobody thought of counts as named. Whether it is written is told by the words before it.
 */
import { loadModule, type ScanToken, scanSync } from 'libpg-query'

await loadModule()

/** A file of the server names a table or a view. */
export type TableUse = { readonly table: string; readonly write: boolean }
/** What a hole of a template stands for where a table has to be: a table's name, a fragment that is read where it is written, or something unknown. */
export type Hole = { readonly table: string } | 'fragment' | 'unknown'
export type Reading = { readonly uses: TableUse[]; readonly unclear: string[] }
/** Functions of the database by name, each with the tables it names. */
export type DatabaseFunctions = ReadonlyMap<string, readonly TableUse[]>
export type Names = { readonly known: (name: string) => boolean; readonly functions: DatabaseFunctions }

type Word = { readonly text: string; readonly name: string | undefined; readonly hole: number | undefined }

const holeMark = 9000
/** The text of a template with a parameter for each hole; a hole that continues a word stays part of it. */
export const withHoles = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece, at) => `${text}${/[A-Za-z_]\w*$/.test(text) ? '' : ' '}$${holeMark + at - 1} ${piece}`)

const wordOf = ({ text, tokenName, keywordName }: ScanToken): Word => {
  const [, number] = /^\$(9\d{3})$/.exec(text) ?? []
  const isName = tokenName === 'IDENT' || (keywordName !== 'NO_KEYWORD' && keywordName !== 'RESERVED_KEYWORD')
  const name = text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase()
  return {
    text: text.toLowerCase(),
    name: isName ? name : undefined,
    hole: number === undefined ? undefined : Number(number) - holeMark,
  }
}

const wordsOf = (text: string): Word[] | undefined => {
  try {
    return scanSync(text)
      .tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
      .map((token) => wordOf(token))
  } catch {
    return undefined
  }
}

const beforeTable = new Set(['table', 'only', 'if', 'not', 'exists', 'public', '.', 'concurrently'])
const listed = new Set(['truncate', 'lock', 'drop', 'table'])
type Around = { readonly before: string; readonly after: string }
const isBehind = (words: string): ((around: Around) => boolean) => {
  const allowed = new Set(words.split(' '))
  return ({ before }) => allowed.has(before)
}
const isSelecting = isBehind('for key do or on before after when')
/** Words that change rows: whether this one does, by the words around it. Its table comes next. */
const changing: Readonly<Record<string, (around: Around) => boolean>> = {
  into: isBehind('insert merge'),
  from: isBehind('delete'),
  update: (around) => !isSelecting(around),
  table: isBehind('alter drop create unlogged'),
  truncate: () => true,
  copy: () => true,
  lock: ({ before, after }) => after === 'table' || before === '' || before === ';',
}
const isMaking = isBehind('create constraint replace unique drop')

/** From a word that changes rows to where its table stands; undefined = it does not change any here. */
const writtenAt = (words: readonly Word[], at: number): number | undefined => {
  const around = { before: words[at - 1]?.text ?? '', after: words[at + 1]?.text ?? '' }
  const word = words[at]!.text
  if (Object.hasOwn(changing, word)) return changing[word]!(around) ? at + 1 : undefined
  if (!['trigger', 'rule', 'index'].includes(word) || !isMaking(around)) return undefined
  const target = words.findIndex(({ text }, n) => n > at && (text === 'on' || text === 'to' || text === ';'))
  return target < 0 || words[target]!.text === ';' ? undefined : target + 1
}

/** Where tables stand that are written. */
const writtenPlaces = (words: readonly Word[]): Set<number> => {
  const places = new Set<number>()
  for (let at = 0; at < words.length; at++) {
    let place = writtenAt(words, at)
    while (place !== undefined) {
      while (beforeTable.has(words[place]?.text ?? '')) place++
      places.add(place)
      place = words[place + 1]?.text === ',' && listed.has(words[at]!.text) ? place + 2 : undefined
    }
  }
  return places
}

/** `cast(null as books)`: a type, where any other `as` gives an alias. */
const isCast = (words: readonly Word[], at: number): boolean => {
  let depth = 0
  for (let n = at - 1; n >= 0; n--) {
    if (words[n]!.text === ')') depth++
    if (words[n]!.text === '(' && --depth < 0) return words[n - 1]?.text === 'cast'
  }
  return false
}

const isColumnOrAlias = (words: readonly Word[], at: number): boolean => {
  const before = words[at - 1]?.text
  if (before === '.') return words[at - 2]?.name !== 'public'
  return before === 'as' && !isCast(words, at)
}

const literalOf = (text: string): string | undefined => {
  const [, plain, , dollars] = /^(?:e?'([\s\S]*)'|(\$\w*\$)([\s\S]*)\2)$/i.exec(text) ?? []
  return plain?.replaceAll("''", "'") ?? dollars
}

const takesNames = /^(?:to_reg\w+|pg_\w+|setval|nextval|currval)$/

type Texts = { readonly words: readonly Word[]; readonly names: Names; readonly reading: Reading }
/** Names inside of texts: `'books'::regclass`, `format('… %I', 'books')`, and statements that a function executes. */
const takeLiteral = ({ words, names, reading }: Texts, at: number): void => {
  const literal = literalOf(words[at]!.text)
  if (literal === undefined) return
  const name = literal.replaceAll('"', '').replace(/^public\./, '')
  if (names.known(name)) {
    const isTyped = words[at + 1]?.text === '::' && words[at + 2]?.text.startsWith('reg')
    const caller = words[at - 1]?.text === '(' ? words[at - 2]?.text : undefined
    if (isTyped || takesNames.test(caller ?? '')) reading.uses.push({ table: name, write: false })
    if (words.some(({ text }) => text === 'format') && words.some(({ text }) => text === 'execute'))
      reading.uses.push({ table: name, write: true })
  } else if (/\s/.test(literal)) {
    const inside = sqlReading(literal, names)
    reading.uses.push(...inside.uses)
    reading.unclear.push(...inside.unclear)
  }
}

type Holes = { readonly holeAt?: (index: number) => Hole; readonly isReadUnclear?: boolean }
const noHoles: Required<Holes> = { holeAt: () => 'unknown', isReadUnclear: false }

/** A variable where a table has to be: written ones are refused, read ones are where nothing looks at the fragment. */
const takeHole = (
  { words, reading }: Texts,
  [at, isWritten]: readonly [number, boolean],
  { holeAt, isReadUnclear }: Required<Holes>,
): void => {
  const { hole } = words[at]!
  const stood = hole === undefined ? 'unknown' : holeAt(hole)
  if (typeof stood === 'object') reading.uses.push({ table: stood.table, write: isWritten })
  else if (isWritten || stood === 'unknown' || isReadUnclear)
    reading.unclear.push(`${said(words.slice(Math.max(0, at - 2), at))} \${…}`.trim())
}

const readFrom = /^(?:from|join|using|table)$/
const isReadFrom = (words: readonly Word[], at: number): boolean =>
  readFrom.test(words[at - 1]?.text ?? '') && words[at - 2]?.text !== 'distinct'
const holed = (word: Word | undefined): boolean => word !== undefined && (word.hole !== undefined || /\$9\d{3}/.test(word.name ?? ''))

const isStatement = /\b(?:select\s|insert\s+into|delete\s+from|update\s+\S+\s+set)\b/i
const said = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

type At = { readonly at: number; readonly isWritten: boolean }
const takeName = ({ words, names, reading }: Texts, { at, isWritten }: At): void => {
  const { name } = words[at]!
  if (name === undefined || isColumnOrAlias(words, at)) return
  if (names.known(name)) reading.uses.push({ table: name, write: isWritten })
  if (words[at + 1]?.text === '(') reading.uses.push(...(names.functions.get(name) ?? []))
}

/** Every table and view that a SQL text names; without `holeAt` nothing is known of its holes. */
export const sqlReading = (text: string, names: Names, holes: Holes = {}): Reading => {
  const words = wordsOf(text)
  const reading: Reading = { uses: [], unclear: [] }
  if (words === undefined) {
    if (isStatement.test(text)) reading.unclear.push(text.trim().slice(0, 80))
    return reading
  }
  const written = writtenPlaces(words)
  const texts = { words, names, reading }
  for (const at of words.keys()) {
    const isWritten = written.has(at)
    takeLiteral(texts, at)
    if (holed(words[at]) && (isWritten || isReadFrom(words, at))) takeHole(texts, [at, isWritten], { ...noHoles, ...holes })
    takeName(texts, { at, isWritten })
  }
  // `'delete from ' + name`: what follows is put together elsewhere.
  const isCutOff = written.has(words.length) && (words.length > 1 || /\s$/.test(text))
  if (isCutOff) reading.unclear.push(`${said(words.slice(-2))} …`)
  return reading
}
