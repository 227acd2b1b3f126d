import { join } from 'node:path'
import type { Plugin } from 'vite'

const contracts = join(import.meta.dirname, '../contracts/src')
/** What a call takes of its endpoint (api/client.ts, api/query.ts). The server alone parses by the schemas; the types are gone by now. */
const called = ['id', 'method', 'path', 'can', 'envelope', 'idempotent', 'mayLag']

type Area = Record<string, Record<string, unknown>>
const callsOf = (area: Area): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(area).map(([name, endpoint]) => [name, Object.fromEntries(called.map((part) => [part, endpoint[part]]))]),
    ),
  )

/**
 * A page that asks for one list would carry every schema of its area and all of zod. Areas of the contract come down to what a call takes, and what a
 * schema is made of goes when nobody reads it: declarations of the contract have no effects.
 */
export const callsOnly = (): Plugin => ({
  name: 'tablewire-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contracts\/src\/(?!phrases\/).+\.ts$/ },
    async handler(code, id) {
      if (!id.startsWith(contracts)) return null
      const exported = (await import(id)) as Record<string, unknown>
      const { body } = this.parse(code, { lang: 'ts' })
      let text = code
      const put = ({ start, end }: { start: number; end: number }, by: string): void => {
        text = text.slice(0, start) + by + text.slice(end)
      }
      for (const statement of body.toReversed()) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declared?.type !== 'VariableDeclaration') continue
        for (const { id: name, init } of declared.declarations.toReversed()) {
          // Functions do nothing yet, plain data never will.
          if (!init || init.type === 'ArrowFunctionExpression' || !/[(.]/.test(code.slice(init.start, init.end))) continue
          const area =
            init.type === 'CallExpression' &&
            init.callee.type === 'Identifier' &&
            init.callee.name === 'defineArea' &&
            name.type === 'Identifier'
          put(init, area ? callsOf(exported[name.name] as Area) : `/*#__PURE__*/ (() => (${text.slice(init.start, init.end)}))()`)
        }
      }
      return { code: text, map: null }
    },
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && Object.keys(file.modules).some((id) => id.includes('/node_modules/zod/')))
        this.error(`${file.fileName} reads a schema at run time: export what it wants of it as plain data.`)
  },
})
