// What both commands for developers take, from the command line and the environment.
import { parseArgs } from 'node:util'

export class Wrong extends Error {}

const shared = { key: { type: 'string' }, url: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }

const address = (text, option) => {
  try {
    const { protocol } = new URL(text)
    if (protocol === 'http:' || protocol === 'https:') return text.replace(/\/$/, '')
  } catch {
    // Said below.
  }
  throw new Wrong(`--${option} needs an address that begins with http:// or https://, not "${text}".`)
}

/** `{ help: true }`, or everything the command needs: where the hub is, the key, its own options and what stands beside them. */
export const readArguments = (args, options) => {
  let parsed
  try {
    parsed = parseArgs({ args, options: { ...shared, ...options }, allowPositionals: true })
  } catch (error) {
    throw new Wrong(error.message)
  }
  const { values, positionals } = parsed
  if (values.help) return { help: true }
  const key = values.key ?? process.env.TABLEWIRE_KEY
  if (!key) throw new Wrong('Name the key of your booking channel: --key KEY, or TABLEWIRE_KEY in the environment.')
  const url = address(values.url ?? process.env.TABLEWIRE_URL ?? 'http://127.0.0.1:4000', 'url')
  return { ...values, ...(values.forward ? { forward: address(values.forward, 'forward') } : {}), key, url, positionals }
}

/** The hub’s own sentence about what it refuses. */
export const refusalOf = async (answer) => {
  const text = await answer.text()
  try {
    const { message, code } = JSON.parse(text)
    return `${message} (${code})`
  } catch {
    return `The hub answered ${answer.status}.`
  }
}
