import { setTimeout as sleep } from 'node:timers/promises'
import { moveCompany, type MoveOptions } from '@tablewire/server/features/company-move/move-company'
import { openEnd } from '@tablewire/server/features/company-move/two-databases'
import type { Secrets } from '@tablewire/server/platform/secrets/secrets'
import type { OpenDb } from './a-ctx.ts'

export type Going = Partial<Pick<MoveOptions, 'what' | 'keysMost' | 'pauseSeconds'>> &
  Pick<MoveOptions, 'url'> & {
    from: OpenDb
    to: OpenDb
    secrets: Secrets
    /** Where the company is asked for until then. */
    left?: string
    /** The command dies when it says this. */
    until?: RegExp
    /** Done after it has said this. */
    after?: { said: RegExp; work: () => Promise<unknown> }
  }
const moveOnce = async (
  company: string,
  { from, to, secrets, url, left, what = 'move', pauseSeconds = 60, keysMost, until, after }: Going,
): Promise<string> => {
  const [source, target] = [await openEnd(from.url, 'source'), await openEnd(to.url, 'target')]
  const said: string[] = []
  let due: (() => Promise<unknown>) | undefined
  try {
    const code = await moveCompany({
      company,
      url,
      what,
      from: left,
      pauseSeconds,
      source: { db: source, secrets },
      target: { db: target, secrets },
      restMs: 1,
      ...(keysMost === undefined ? {} : { keysMost }),
      tell: (line) => {
        said.push(line)
        if (until?.test(line)) throw new Error('killed')
        if (after?.said.test(line)) due = after.work
      },
      rest: async (ms) => {
        await sleep(ms)
        const work = due
        due = undefined
        await work?.()
      },
    })
    return `${code} ${said.join('\n')}`
  } catch (error) {
    return `${(error as Error).message}\n${said.join('\n')}`
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** Those who write are waited for in all databases of a server, and other tests write for long: the command is given again, as its message says. */
export const aMove = async (company: string, going: Going): Promise<string> => {
  for (let tries = 1; ; tries++) {
    const said = await moveOnce(company, going)
    if (!/^Given up.*: somebody has been writing/.test(said) || tries === 10) return said
  }
}
