// What a commit is about: the files that differ from what is shared already, those not yet added included.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

/** The commit that others have, else the one before ours. */
const base = () => {
  const shared = git('merge-base', 'HEAD', '@{upstream}')?.trim() ?? git('merge-base', 'HEAD', 'origin/HEAD')?.trim()
  return shared ?? git('rev-parse', '--verify', '--quiet', 'HEAD')?.trim()
}

/** Undefined where git cannot tell. Paths below the root, of files that are there. */
export const changedFiles = () => {
  const from = base()
  const changed = from && git('diff', '--name-only', '-z', '--diff-filter=d', from)
  const added = git('ls-files', '-z', '--others', '--exclude-standard')
  if (changed === undefined || added === undefined) return undefined
  return [...new Set(`${changed}${added}`.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)))
}
