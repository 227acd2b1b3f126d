import type { Column, Env, Plan } from './plan.ts'
import { selection } from './select.ts'
import { inside, kindOf, list, type Node, text } from './syntax.ts'
import { Unknown } from './values.ts'
import { deletion, insertion, update } from './writes.ts'

const queries: Readonly<Record<string, (env: Env, node: Node) => Plan>> = {
  SelectStmt: selection,
  InsertStmt: insertion,
  UpdateStmt: update,
  DeleteStmt: deletion,
}

/** A query, or a write that answers rows; what stands in `with` runs once, before it. */
export const query = (env: Env, node: Node): Plan => {
  const reader = queries[kindOf(node)]
  if (!reader) throw new Unknown(kindOf(node))
  const ctes = new Map<string, readonly Column[]>(env.ctes)
  const steps: { name: string; plan: Plan }[] = []
  const here: Env = { ...env, ctes }
  for (const one of list(inside(node)['withClause']?.['ctes'])) {
    const cte = one['CommonTableExpr']!
    const [name, plan] = [text(cte['ctename']), query({ ...here, ctes: new Map(ctes) }, cte['ctequery']!)]
    steps.push({ name, plan })
    ctes.set(name, plan.columns)
  }
  const main = reader(here, inside(node))
  if (!steps.length) return main
  return {
    columns: main.columns,
    rows: (outer) => {
      for (const { name, plan } of steps) outer.run.ctes.set(name, plan.rows(outer))
      return main.rows(outer)
    },
  }
}
