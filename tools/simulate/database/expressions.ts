import { aggregates, functions } from './functions.ts'
import { as, type Env, type Expression, type Frame, type Relation } from './plan.ts'
import { calculating, comparing, patterns, resultOf } from './operators.ts'
import { inside, kindOf, lastWord, list, type Node, number, text, typeOf, word, yes } from './syntax.ts'
import { compare, noAlias, noColumn, read, type Row, textOf, Unknown, type Value, type Type } from './values.ts'

const constant = (type: Type, value: Value): Expression => ({ type, of: () => value })

const constants = (node: Node): Expression => {
  if (yes(node['isnull'])) return constant('unknown', null)
  if (node['sval']) return constant('unknown', text(node['sval']['sval']) ?? '')
  if (node['boolval']) return constant('boolean', yes(node['boolval']['boolval']))
  if (node['fval']) return constant('number', Number(text(node['fval']['fval'])))
  return constant('integer', number(node['ival']?.['ival']))
}

type ResolvedColumn = { depth: number; relation: Relation }
const relationOf = (env: Env, fits: (relation: Relation) => boolean): ResolvedColumn | undefined => {
  let depth = 0
  for (let at: Env | null = env; at; at = at.outer, depth++) {
    const relation = at.relations.find(fits)
    if (relation) return { depth, relation }
  }
  return undefined
}
const up = (frame: Frame, depth: number): Frame => {
  let at = frame
  for (let steps = depth; steps > 0; steps--) at = at.outer!
  return at
}

const columnRef = (env: Env, node: Node): Expression => {
  const names = list(node['fields']).map(word)
  const name = names.at(-1)!
  const alias = names.at(-2)
  const has = ({ columns }: Relation): boolean => columns.some((column) => column.name === name)
  // A name before a point is the nearest one's, whether that has the column or not.
  const found = relationOf(env, (one) => (alias === undefined ? has(one) : one.alias === alias))
  if (found) {
    const { depth, relation } = found
    const column = relation.columns.find((one) => one.name === name)
    if (!column) throw noColumn(name)
    return { type: column.type, of: (frame) => up(frame, depth).rows[relation.alias]?.[name] ?? null }
  }
  if (alias !== undefined) throw noAlias(alias)
  // The whole row, given to a function.
  const whole = relationOf(env, (one) => one.alias === name)
  if (!whole) throw noColumn(name)
  return { type: 'row', of: (frame) => up(frame, whole.depth).rows[whole.relation.alias] ?? null }
}

/** An unknown side is what the other is, as PostgreSQL reads parameters. */
const alike = (left: Expression, right: Expression): [Expression, Expression] => {
  if (left.type === right.type) return [left, right]
  if (left.type === 'unknown') return [as(left, right.type), right]
  if (right.type === 'unknown') return [left, as(right, left.type)]
  return [left, right]
}

const operator = (env: Env, node: Node): Expression => {
  const name = lastWord(node['name'])
  const [left, right] = [expression(env, node['lexpr']!), expression(env, node['rexpr']!)]
  const test = comparing[name]
  if (test) {
    const [one, other] = alike(left, right)
    return { type: 'boolean', of: (frame) => both(one.of(frame), other.of(frame), (a, b) => test(compare(a, b))) }
  }
  const fits = patterns[name]
  if (fits) return { type: 'boolean', of: (frame) => both(left.of(frame), right.of(frame), (a, b) => fits(textOf(a), textOf(b))) }
  const calculate = calculating[name]
  if (!calculate) throw new Unknown(`operator ${name}`)
  return { type: resultOf(name, left, right), of: (frame) => both(left.of(frame), right.of(frame), calculate) }
}
const both = (a: Value, b: Value, then: (a: Value, b: Value) => Value): Value => (a === null || b === null ? null : then(a, b))

/** `= any (array)`, `<> all (array)`. */
const quantified = (env: Env, node: Node, every: boolean): Expression => {
  const test = comparing[lastWord(node['name'])]!
  const left = expression(env, node['lexpr']!)
  const right = as(expression(env, node['rexpr']!), `${left.type}[]`)
  return {
    type: 'boolean',
    of: (frame) =>
      both(left.of(frame), right.of(frame), (one, all) => {
        const tests = (all as Value[]).map((other) => test(compare(one, other)))
        return every ? tests.every(Boolean) : tests.some(Boolean)
      }),
  }
}

const among = (env: Env, node: Node): Expression => {
  const left = expression(env, node['lexpr']!)
  const all = list(node['rexpr']?.['List']?.['items']).map((one) => as(expression(env, one), left.type))
  const not = lastWord(node['name']) === '<>'
  return {
    type: 'boolean',
    of: (frame) => both(left.of(frame), true, (one) => all.some((other) => compare(one, other.of(frame)) === 0) !== not),
  }
}

const distinct = (env: Env, node: Node, not: boolean): Expression => {
  const [left, right] = alike(expression(env, node['lexpr']!), expression(env, node['rexpr']!))
  return { type: 'boolean', of: (frame) => (compare(left.of(frame), right.of(frame)) === 0) === not }
}

const nullIf = (env: Env, node: Node): Expression => {
  const left = expression(env, node['lexpr']!)
  const right = as(expression(env, node['rexpr']!), left.type)
  return { type: left.type, of: (frame) => (compare(left.of(frame), right.of(frame)) === 0 ? null : left.of(frame)) }
}

const between = (env: Env, node: Node): Expression => {
  const left = expression(env, node['lexpr']!)
  const [from, to] = list(node['rexpr']?.['List']?.['items']).map((one) => as(expression(env, one), left.type))
  return {
    type: 'boolean',
    of: (frame) => both(left.of(frame), true, (one) => compare(one, from!.of(frame)) >= 0 && compare(one, to!.of(frame)) <= 0),
  }
}

const operators: Readonly<Record<string, (env: Env, node: Node) => Expression>> = {
  AEXPR_OP: operator,
  AEXPR_OP_ANY: (env, node) => quantified(env, node, false),
  AEXPR_OP_ALL: (env, node) => quantified(env, node, true),
  AEXPR_IN: among,
  AEXPR_DISTINCT: (env, node) => distinct(env, node, false),
  AEXPR_NOT_DISTINCT: (env, node) => distinct(env, node, true),
  AEXPR_NULLIF: nullIf,
  AEXPR_BETWEEN: between,
}

const bool = (env: Env, node: Node): Expression => {
  const parts = list(node['args']).map((one) => as(expression(env, one), 'boolean'))
  const kind = text(node['boolop'])
  if (kind === 'NOT_EXPR') return { type: 'boolean', of: (frame) => both(parts[0]!.of(frame), true, (one) => !one) }
  const decisive = kind === 'OR_EXPR'
  return {
    type: 'boolean',
    of: (frame) => {
      let open = false
      for (const part of parts) {
        const value = part.of(frame)
        if (value === decisive) return decisive
        open ||= value === null
      }
      return open ? null : !decisive
    },
  }
}

const cast = (env: Env, node: Node): Expression => {
  const [given, type] = [expression(env, node['arg']!), typeOf(node['typeName'])]
  const wanted = type === 'xid8' ? 'text' : type
  return { type: wanted, of: (frame) => read(given.of(frame), wanted) }
}

const aggregate = (env: Env, node: Node, name: string): Expression => {
  const fold = aggregates[name]!
  Object.assign(env.aggregates, { met: true })
  const args = list(node['args']).map((one) => expression(env, one))
  const order = list(node['agg_order']).map((one) => expression(env, one['SortBy']!['node']!))
  const filter = node['agg_filter'] ? expression(env, node['agg_filter']) : undefined
  const types = args.map(({ type }) => type)
  return {
    type: fold.type(types[0] ?? 'integer'),
    of: ({ group = [] }) => {
      const frames = filter ? group.filter((frame) => filter.of(frame) === true) : [...group]
      frames.sort((a, b) => order.reduce((found, one) => found || compare(one.of(a), one.of(b)), 0))
      return fold.of(
        frames.map((frame) => args.map((arg) => arg.of(frame))),
        types,
      )
    },
  }
}

const call = (env: Env, node: Node): Expression => {
  const name = lastWord(node['funcname'])
  if (aggregates[name]) return aggregate(env, node, name)
  const called = functions[name]
  if (!called) throw new Unknown(`function ${name}`)
  const names: string[] = []
  const args = list(node['args']).map((one, at) => {
    const named = one['NamedArgExpr']
    if (named) names.push(text(named['name']))
    const arg = expression(env, named ? named['arg']! : one)
    const wanted = called.takes?.[at]
    return wanted === undefined ? arg : as(arg, wanted)
  })
  const types = args.map(({ type }) => type)
  const type = typeof called.type === 'string' ? called.type : called.type(types)
  return { type, of: (frame) => called.of(frame.run, { values: args.map((arg) => arg.of(frame)), types, names }) }
}

const coalesce = (env: Env, node: Node): Expression => {
  const args = list(node['args']).map((one) => expression(env, one))
  const type = args.find((arg) => arg.type !== 'unknown')?.type ?? 'text'
  const typed = args.map((arg) => as(arg, type))
  return {
    type,
    of: (frame) => {
      for (const arg of typed) {
        const value = arg.of(frame)
        if (value !== null) return value
      }
      return null
    },
  }
}

const cases = (env: Env, node: Node): Expression => {
  const subject = node['arg'] && expression(env, node['arg'])
  const whens = list(node['args']).map((one) => {
    const when = expression(env, one['CaseWhen']!['expr']!)
    return { when: subject ? as(when, subject.type) : when, result: expression(env, one['CaseWhen']!['result']!) }
  })
  const other = node['defresult'] ? expression(env, node['defresult']) : constant('unknown', null)
  const type = [...whens.map(({ result }) => result), other].find((one) => one.type !== 'unknown')?.type ?? 'text'
  return {
    type,
    of: (frame) => {
      const value = subject?.of(frame)
      const met = whens.find(({ when }) => (subject ? compare(value, when.of(frame)) === 0 : when.of(frame) === true))
      return read((met?.result ?? other).of(frame), type)
    },
  }
}

const subquery = (env: Env, node: Node): Expression => {
  const plan = env.query(env, node['subselect']!)
  const kind = text(node['subLinkType'])
  const [column] = plan.columns
  const first = (row: Row | undefined): Value => (row && column ? (row[column.name] ?? null) : null)
  if (kind === 'EXISTS_SUBLINK') return { type: 'boolean', of: (frame) => plan.rows(frame).length > 0 }
  if (kind === 'EXPR_SUBLINK') return { type: column!.type, of: (frame) => first(plan.rows(frame)[0]) }
  if (kind === 'ANY_SUBLINK') {
    const left = as(expression(env, node['testexpr']!), column!.type)
    return { type: 'boolean', of: (frame) => plan.rows(frame).some((row) => compare(first(row), left.of(frame)) === 0) }
  }
  throw new Unknown(`subquery ${kind}`)
}

const array = (env: Env, node: Node): Expression => {
  const parts = list(node['elements']).map((one) => expression(env, one))
  return { type: `${parts[0]?.type ?? 'text'}[]`, of: (frame) => parts.map((part) => part.of(frame)) }
}

const nullTest = (env: Env, node: Node): Expression => {
  const [arg, wanted] = [expression(env, node['arg']!), text(node['nulltesttype']) === 'IS_NULL']
  return { type: 'boolean', of: (frame) => (arg.of(frame) === null) === wanted }
}
const truths: Readonly<Record<string, (value: Value) => boolean>> = {
  IS_TRUE: (value) => value === true,
  IS_NOT_TRUE: (value) => value !== true,
  IS_FALSE: (value) => value === false,
  IS_NOT_FALSE: (value) => value !== false,
}
const boolTest = (env: Env, node: Node): Expression => {
  const [arg, test] = [expression(env, node['arg']!), truths[text(node['booltesttype'])]!]
  return { type: 'boolean', of: (frame) => test(arg.of(frame)) }
}

const greatest = (env: Env, node: Node): Expression => {
  const args = list(node['args']).map((one) => expression(env, one))
  const sign = text(node['op']) === 'IS_LEAST' ? -1 : 1
  return {
    type: args[0]!.type,
    of: (frame) => {
      const values = args.map((arg) => arg.of(frame)).filter((value) => value !== null)
      return values.toSorted((a, b) => sign * compare(b, a))[0] ?? null
    },
  }
}

const param = ({ run }: Frame, index: number): Value => (run.params[index] ?? null) as Value

const kinds: Readonly<Record<string, (env: Env, node: Node) => Expression>> = {
  A_Const: (_env, node) => constants(node),
  ColumnRef: columnRef,
  ParamRef: (_env, node) => ({ type: 'unknown', of: (frame) => param(frame, number(node['number']) - 1) }),
  TypeCast: cast,
  A_Expr: (env, node) => {
    const reader = operators[text(node['kind'])]
    if (!reader) throw new Unknown(`expression ${text(node['kind'])}`)
    return reader(env, node)
  },
  BoolExpr: bool,
  NullTest: nullTest,
  BooleanTest: boolTest,
  FuncCall: call,
  CoalesceExpr: coalesce,
  CaseExpr: cases,
  SubLink: subquery,
  A_ArrayExpr: array,
  MinMaxExpr: greatest,
}

/** Reads an expression once; what comes of it is evaluated over rows. */
export const expression = (env: Env, node: Node): Expression => {
  const reader = kinds[kindOf(node)]
  if (!reader) throw new Unknown(kindOf(node))
  return reader(env, inside(node))
}
