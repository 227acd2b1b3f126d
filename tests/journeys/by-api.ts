import type { Product } from './server.ts'

const tokenOf = async ({ url, adminEmail, adminPassword }: Product): Promise<string> => {
  const body = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: adminEmail, password: adminPassword }
  const answer = await fetch(`${url}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

export type Call = <T>(method: string, path: string, body?: object) => Promise<T>
/** What a story needs before it begins, asked for by the administrator without a page. */
export const byApi = async (product: Product): Promise<Call> => {
  const token = await tokenOf(product)
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${product.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
}
