import { recovery } from '@tablewire/contracts/identity/recovery'
import { api } from '#src/api/client.ts'

/** AC3: the whole address where it is a brand's own; undefined where it is not, or where nobody can say so. */
export const allowedOutside = async (url: string): Promise<string | undefined> => {
  try {
    const answer = await api(recovery.redirect, { query: { url } })
    return answer.allowed && answer.url ? answer.url : undefined
  } catch {
    return undefined
  }
}
