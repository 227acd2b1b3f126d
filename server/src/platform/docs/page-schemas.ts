import { escapeHtml } from '../html.ts'
import type { Document } from './openapi.ts'
import type { Page } from './frame.ts'
import { schemaHref, schemaHtml } from './page-fields.ts'

type Use = { id: string; href: string }

/** Each named schema on a page of its own, with the calls that send or answer it, directly or inside of another. */
export const schemaPages = ({ components, paths }: Document, hrefOf: (id: string) => string): Page[] => {
  const direct = new Map<string, Set<string>>()
  const refsIn = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const name of refsIn([operation.parameters, operation.requestBody, operation.responses]))
      direct.set(name, (direct.get(name) ?? new Set()).add(operation.operationId))
  return Object.entries(components.schemas).map(([name, schema]) => {
    const uses: Use[] = [...(direct.get(name) ?? [])].map((id) => ({ id, href: hrefOf(id) }))
    const holders = Object.entries(components.schemas).filter(([other, one]) => other !== name && refsIn(one).includes(name))
    const list = (title: string, links: readonly Use[]): string =>
      links.length
        ? `<h2>${title}</h2><ul class="uses">${links.map((one) => `<li><a href="${one.href}"><code>${escapeHtml(one.id)}</code></a></li>`).join('')}</ul>`
        : ''
    const body = `${schemaHtml(schema, { required: '', optional: 'may be missing' })}${list('In these calls', name === 'ProblemBody' ? [] : uses)}${list(
      'Inside of',
      holders.map(([other]) => ({ id: other, href: schemaHref(other) })),
    )}`
    return { href: schemaHref(name), title: name, kind: 'Schema', body }
  })
}
