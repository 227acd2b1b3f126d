import type { InsertType, SelectType } from 'kysely'
import type { Generated } from './generated.ts'
import type { Catalogue } from './simulate/database/catalogue.ts'
import { openCatalogue } from './simulate/open-catalogue.ts'

/** What a type of PostgreSQL is in the types of features; dates, ids and all that is told as text are text. */
const classes: Readonly<Record<string, string>> = {
  timestamptz: 'instant',
  integer: 'number',
  number: 'number',
  bigserial: 'number',
  serial: 'number',
  boolean: 'boolean',
  json: 'json',
  bytea: 'bytes',
}
const classOf = (type: string): string => (type.endsWith('[]') ? `${classOf(type.slice(0, -2))}[]` : (classes[type] ?? 'text'))

const camelOf = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Table → column → its class, and whether it may be null, as types. */
export const columnsText = ({ tables }: Catalogue): string => {
  const tableText = [...tables.values()]
    .filter(({ columns }) => columns.size > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, columns }) => {
      const lines = [...columns.values()].map((one) => `    ${camelOf(one.name)}: '${classOf(one.type)}${one.required ? '' : ' null'}'`)
      return `  ${camelOf(name)}: {\n${lines.join('\n')}\n  }`
    })
  return `// Made of the migrations by npm run generate; tools/columns.test.ts holds what features declare against it.\nexport type MadeColumns = {\n${tableText.join('\n')}\n}\n`
}

const catalogue = await openCatalogue()
catalogue.tables.delete('simulated_jobs')
export const columnsFile: Generated = { path: 'docs/generated/columns.ts', make: () => columnsText(catalogue) }

type Elements<S, I> = S extends readonly (infer Element)[] ? (string extends I ? 'json' : `${Plain<Element, Element>}[]`) : 'json'
type Plain<S, I> = unknown extends S
  ? 'json'
  : S extends boolean
    ? 'boolean'
    : S extends number
      ? 'number'
      : S extends Uint8Array
        ? 'bytes'
        : S extends string
          ? Date extends I
            ? 'instant'
            : 'text'
          : Elements<S, I>
/** One word for a column, however many words its own type has. */
type ClassOf<Column> = [NonNullable<SelectType<Column>>] extends [infer S]
  ? unknown extends SelectType<Column>
    ? 'json'
    : [S] extends [boolean]
      ? 'boolean'
      : [S] extends [number]
        ? 'number'
        : [S] extends [string]
          ? Plain<string, NonNullable<InsertType<Column>>>
          : Plain<S, NonNullable<InsertType<Column>>>
  : never
type ColumnKind<Column> =
  unknown extends SelectType<Column> ? 'json' | 'json null' : null extends SelectType<Column> ? `${ClassOf<Column>} null` : ClassOf<Column>

type ColumnProblem<Table extends string, Declared, Made> = {
  [Column in (keyof Declared | keyof Made) & string]: Column extends keyof Made
    ? Column extends keyof Declared
      ? Made[Column] extends ColumnKind<Declared[Column]>
        ? never
        : `${Table}.${Column} is declared ${ColumnKind<Declared[Column]>} and made ${Made[Column] & string}`
      : `${Table}.${Column} is made and not declared`
    : `${Table}.${Column} is declared and not made`
}[(keyof Declared | keyof Made) & string]

/** Everything in which tables that features declare (`interface Tables`) are other than what the migrations make of them; `never` = nothing. */
export type ColumnProblems<Declared, Made> = {
  [Table in keyof Declared & string]: Table extends keyof Made
    ? ColumnProblem<Table, Declared[Table], Made[Table]>
    : `${Table} is declared and not made`
}[keyof Declared & string]
