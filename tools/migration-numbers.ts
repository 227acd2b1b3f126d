import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { doubledNumbers, oddNames } from '@tablewire/server/platform/db/migration-names'

const folder = 'server/migrations'

export const migrationProblems = (root: string): { readonly file: string; readonly rule: string; readonly text: string }[] =>
  [doubledNumbers, oddNames]
    .flatMap((problemsOf) => problemsOf(readdirSync(join(root, folder))))
    .map(({ name, text }) => ({ file: `${folder}/${name}`, rule: 'migrations', text }))
