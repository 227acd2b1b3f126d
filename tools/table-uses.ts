/*
 * Finds the tables that a file names, as text: there is no SQL parser that reads templates with holes. What nobody can see here: a name put together
 * at run time ('delete from ' + name, sql.raw of a text from elsewhere), a method under another name (db.deleteFrom.bind), a variable that shares its
 * name with a constant of the same file, and what a function of the database calls in its turn. Every write to what a variable holds is refused.
 */
import type { SourceFile, SourceTree } from './import-graph.ts'

/** A file of the server names a table or a view in SQL text or in a call of the query builder. */
export type TableUse = { readonly table: string; readonly write: boolean }

export const snakeOf = (name: string): string =>
  /[a-z]/.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name.toLowerCase()

/** What a name stands for: texts among which tables may be. */
type Meaning = readonly string[]
/** Constants of a file by name: a text, a list of them, or one of the builder's own ways to name a table. */
export type Constants = ReadonlyMap<string, Meaning>

const textsIn = (code: string): string[] =>
  [...code.matchAll(/(['"`])([A-Za-z_][\w."]*(?:\s+(?:as\s+)?\w+)?)\1/g)].map(([, , text]) => text!)

/** `const a = 'x'`, `= ['x', 'y'] as const`, `= { a: 'x' }`, `= sql.table('x')`, sql`x`, and parameters of a type `'x' | 'y'`. */
const constant =
  /\b(?:const|let)\s+(\w+)(?:\s*:[^=\n]+)?\s*=\s*(\[[^[\]]*\]|\{[^{}]*\}|[\w.]*\(\s*['"`][^'"`]*['"`]\s*\)|(?:sql(?:<[^>]*>)?)?(['"`])[^'"`]*\3)/g
const loop = /\bconst\s+(\w+)\s+of\s+(\[[^[\]]*\])/g
const unionTyped = /\b(\w+)\??\s*:\s*((?:\|?\s*'\w+'\s*)(?:\|\s*'\w+'\s*)*)(?=[,;)}=\n])/g
const typeNamed = /\btype\s+(\w+)\s*=\s*((?:\|?\s*'\w+'\s*)(?:\|\s*'\w+'\s*)*)/g
const typedBy = /\b(\w+)\??\s*:\s*([A-Z]\w*)(?=[,;)}=\n])/g

const constantsOf = (code: string): Constants => {
  const found = new Map<string, Meaning>()
  for (const pattern of [unionTyped, loop, constant])
    for (const [, name, value] of code.matchAll(pattern)) found.set(name!, [...(found.get(name!) ?? []), ...textsIn(value!)])
  const types = new Map([...code.matchAll(typeNamed)].map(([, name, union]) => [name, textsIn(union!)]))
  for (const [, name, type] of code.matchAll(typedBy)) {
    const texts = types.get(type)
    if (texts && !found.has(name!)) found.set(name!, texts)
  }
  return found
}

const importClause = /\bimport\s+(?:type\s+)?\{([^}]*)\}/g

/** Constants a file can name: its own, and those it imports. */
export const constantsFor = (tree: SourceTree): ((file: SourceFile) => Constants) => {
  const own = new Map<string, Constants>()
  const ownOf = ({ path, code }: SourceFile): Constants => {
    const known = own.get(path) ?? constantsOf(code)
    own.set(path, known)
    return known
  }
  return (file) => {
    const imported = [...file.code.matchAll(importClause)].flatMap(([, names]) =>
      names!.split(',').map(
        (one) =>
          one
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/) as [string, string?],
      ),
    )
    const given = imported.flatMap(([name, alias = name]): [string, Meaning][] => {
      const found = file.edges.flatMap(({ to }) => {
        const from = tree.get(to)
        return (from && ownOf(from).get(name)) ?? []
      })
      return found.length ? [[alias, found]] : []
    })
    return new Map([...given, ...ownOf(file)])
  }
}

/** From an opening bracket to behind the one that closes it. */
const closing = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    if (')]}'.includes(text[at]!) && --depth === 0) return at + 1
  }
  return text.length
}

/** The arguments of a call, cut at its outer commas. */
const argumentsAt = (text: string, open: number): string[] => {
  const inside = text.slice(open + 1, closing(text, open) - 1)
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < inside.length; at++) {
    if ('([{'.includes(inside[at]!)) depth++
    if (')]}'.includes(inside[at]!)) depth--
    if (inside[at] === ',' && depth === 0) {
      parts.push(inside.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, inside.slice(from)].map((part) => part.trim())
}

type NamedTable = { name: string; write: boolean }
type Reading = { seen: NamedTable[]; unclear: string[] }

/** The texts an argument may stand for; undefined = a name nobody can follow here. */
const meantBy = (argument: string, constants: Constants): readonly string[] | undefined => {
  const list = /^\[([\s\S]*)\]$/.exec(argument)
  if (list) return list[1]!.split(',').flatMap((one) => meantBy(one.trim(), constants) ?? [])
  const [, text] = /^['"`]([^'"`]*)['"`]/.exec(argument) ?? []
  if (text !== undefined) return [text]
  const [, root] = /^(\w+)(?:(?:\.|\[)[\w.'"[\]]*)?(?:\s+as\s+[\s\S]+)?!?$/.exec(argument) ?? []
  if (root !== undefined) return constants.get(root)
  // A subquery, an expression, a callback: what it names stands in it.
  return []
}

const builderRead = /\b(?:selectFrom|from|using|\w*[jJ]oin(?:Lateral)?)\b['"`]?\]?\s*(?:<[^()]*>)?\(/g
const builderWrite = /\b(insertInto|replaceInto|updateTable|deleteFrom|mergeInto|deferInsert)\b['"`]?\]?\s*(?:<[^()]*>)?\(/g
const builderName = /\b(?:sql\.(?:table|id)|dynamic\.table)\s*(?:<[^()]*>)?\(/g
const handsContextFirst = new Set(['deferInsert'])

const builderUses = (code: string, constants: Constants): Reading => {
  const seen: NamedTable[] = []
  const unclear: string[] = []
  const take = (argument: string, write: boolean, call?: string): void => {
    const texts = meantBy(argument, constants)
    if (texts === undefined && call !== undefined) unclear.push(`${call}(${argument})`)
    for (const text of texts ?? []) seen.push({ name: text.replace(/^public\./, '').split(/[\s.]/)[0]!, write })
  }
  const open = (match: RegExpMatchArray): number => match.index! + match[0].length - 1
  for (const match of code.matchAll(builderRead)) for (const one of argumentsAt(code, open(match)).slice(0, 1)) take(one, false)
  for (const match of code.matchAll(builderWrite)) {
    const call = match[1]!
    const argument = argumentsAt(code, open(match))[handsContextFirst.has(call) ? 1 : 0]
    if (argument) take(argument, true, call)
  }
  for (const match of code.matchAll(builderName)) for (const one of argumentsAt(code, open(match))) take(one, false, 'sql.table')
  // A column with its table, and rows that another feature clears away by the name given here.
  for (const [, name] of code.matchAll(/\bsql\.ref\(\s*['"`](\w+)\.\w+['"`]/g)) seen.push({ name: name!, write: false })
  for (const [, name] of code.matchAll(/\btable:\s*['"`](\w+)['"`],\s*column\b/g)) seen.push({ name: name!, write: true })
  return { seen, unclear }
}

const hole = String.raw`\$\{\s*(?:sql\.(?:table|id|ref)\(\s*)?['"\`]?([\w.]+)['"\`]?\s*\)?\s*\}`
const tableName = new RegExp(String.raw`^(?:"?public"?\s*\.\s*)?(?:"?([A-Za-z_]\w*)"?|${hole})`)
const ends =
  /^(?:where|join|left|right|inner|full|cross|natural|on|using|order|group|limit|union|returning|set|when|for|having|offset|window|as)\b/i

/** Names in a list of tables that begins here: `a x, only b as y, lateral (…), ${c}`. */
const namesInList = (text: string, start: number, constants: Constants): string[] => {
  const names: string[] = []
  let rest = text.slice(start, start + 4000)
  const skip = (pattern: RegExp): void => void (rest = rest.replace(pattern, ''))
  for (;;) {
    skip(/^\s+/)
    skip(/^(?:only|lateral|table)\s+/i)
    if (rest.startsWith('(')) {
      // `(a join b …)` begins with a table; of a subquery its own `from` tells.
      const [, inner] = /^\(+\s*(?!select\b|with\b|values\b)"?([a-z_]\w*)"?/i.exec(rest) ?? []
      if (inner) names.push(inner)
      rest = rest.slice(closing(rest, 0))
    } else {
      const found = tableName.exec(rest)
      if (found) {
        if (found[1]) names.push(found[1])
        const held = found[2]
        if (held) names.push(...(constants.get(held.split('.')[0]!) ?? [held]).map((one) => one.split(/[\s.]/)[0]!))
        rest = rest.slice(found[0].length)
      } else if (rest.startsWith('${')) rest = rest.slice(closing(rest, 1))
      else return names
      if (rest.startsWith('(')) rest = rest.slice(closing(rest, 0))
    }
    skip(/^\s+/)
    skip(/^as\s+/i)
    if (!ends.test(rest)) skip(/^"?[A-Za-z_]\w*"?(?:\s*\([^()]*\))?/)
    skip(/^\s+/)
    if (!rest.startsWith(',')) return names
    rest = rest.slice(1)
  }
}

const sqlRead = /\b(?:from|join|using|table)\s+/gi
const sqlWrite =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|lock\s+table|lock|copy|alter\s+table(?:\s+if\s+exists)?|drop\s+table(?:\s+if\s+exists)?|create\s+trigger\s+\w+\s[^;`]*?\son)\s+/gi
/** A table by name in SQL that takes texts: `'x'::regclass`, `pg_total_relation_size('x')`. */
const sqlNamed = /'(?:public\.)?"?([a-z_]\w*)"?'::reg|\b(?:to_reg\w+|pg_\w+|setval|nextval|currval)\(\s*'(?:public\.)?([a-z_]\w*)'/gi
/** A fragment that is a table and nothing else. */
const sqlBare = /\bsql(?:<[^`]*>)?`\s*(?:public\.)?"?([a-z_]\w*)"?(?:\s+(?:as\s+)?[a-z]\w*)?\s*`/gi
/** A variable where a table has to be. */
const sqlUnclear = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+\$\{\s*(?!sql\.)(\w+)[\w.]*\s*\}/gi

const sqlUses = (code: string, constants: Constants): Reading => {
  const text = code.replaceAll(/(^|\s)--\s[^`\n]*/g, '$1')
  const seen: NamedTable[] = []
  for (const [pattern, write] of [
    [sqlRead, false],
    [sqlWrite, true],
  ] as const)
    for (const match of text.matchAll(pattern))
      for (const name of namesInList(text, match.index + match[0].length, constants)) seen.push({ name, write })
  for (const [, type, call] of text.matchAll(sqlNamed)) seen.push({ name: type ?? call!, write: false })
  for (const [, name] of text.matchAll(sqlBare)) seen.push({ name: name!, write: false })
  const unclear = [...text.matchAll(sqlUnclear)].flatMap(([found, name]) => (constants.has(name!) ? [] : [found.replaceAll(/\s+/g, ' ')]))
  return { seen, unclear }
}

/** Names of several words are nobody else's: wherever one stands, its table is meant. */
const manyWords =
  /(?<![\w.'"`/-])[a-z]+(?:_[a-z]+)+(?![\w./-])|(?<=(?:[([]|\b(?:ctx|inner|db),)\s*['"`])[a-z]+(?:[A-Z][a-z]+)+(?=['"`]|\s+as\s+\w+['"`])/g

export type FileUses = { readonly uses: readonly TableUse[]; readonly unclear: readonly string[] }

/** Functions of the database by name, each with the tables its body names (the migrations' last word). */
export type DatabaseFunctions = ReadonlyMap<string, readonly TableUse[]>

type FileReading = Reading & { readonly words: readonly string[]; readonly calls: readonly string[] }
const readingOf = (code: string, constants: Constants): FileReading => {
  const [builder, text] = [builderUses(code, constants), sqlUses(code, constants)]
  return {
    seen: [...builder.seen, ...text.seen],
    unclear: [...builder.unclear, ...text.unclear],
    words: (code.match(manyWords) ?? []).map((word) => word),
    calls: [...code.matchAll(/\b([a-z]+(?:_[a-z]+)+)\(/g)].map(([, name]) => name!),
  }
}

type Known = (name: string) => boolean
const usesOf = ({ seen, unclear, words, calls }: FileReading, known: Known, functions: DatabaseFunctions): FileUses => {
  const found = new Map<string, boolean>()
  const note = (name: string, write: boolean): void => {
    const table = snakeOf(name)
    if (known(table)) found.set(table, write || (found.get(table) ?? false))
  }
  for (const word of words) note(word, false)
  for (const { name, write } of seen) note(name, write)
  for (const name of calls) for (const { table, write } of functions.get(name) ?? []) note(table, write)
  return { uses: [...found].map(([table, write]) => ({ table, write })), unclear }
}

/** Every table and view among `known` that this code names, once each; a table that is written and read counts as written. */
export const usesIn = (code: string, known: Known): FileUses => usesOf(readingOf(code, new Map()), known, new Map())

const readings = new WeakMap<SourceFile, FileReading>()
/** As `usesIn`, with the constants of the files it imports and the functions of the database; a file is read once. */
export const fileUses = (
  file: SourceFile,
  known: Known,
  { constantsIn, functions }: { constantsIn: (file: SourceFile) => Constants; functions: DatabaseFunctions },
): FileUses => {
  const reading = readings.get(file) ?? readingOf(file.code, constantsIn(file))
  readings.set(file, reading)
  return usesOf(reading, known, functions)
}
