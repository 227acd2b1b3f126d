import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

export type BrowserLaunch = { readonly executablePath: string; readonly args: string[]; readonly env: Record<string, string> }

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

const packageMain = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const packageDir = dirname(dirname(packageMain))

const writable = (dir: string): string | undefined => {
  try {
    mkdirSync(dir, { recursive: true })
    rmSync(mkdtempSync(join(dir, 'try-')), { recursive: true })
    return dir
  } catch {
    return undefined
  }
}

/**
 * The package unpacks into the system's temporary folder under fixed names; we give it one of its own, moved into place when whole.
 * VERCEL makes it unpack the libraries a bare machine lacks, too.
 */
const unpack = (target: string): void => {
  const draft = mkdtempSync(`${target}-`)
  const script = `await (await import(${JSON.stringify(packageMain)})).default.executablePath()`
  const env = { ...process.env, TMPDIR: draft, VERCEL: '1' }
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const fonts = [join(target, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'].map((dir) => `<dir>${dir}</dir>`)
  const config = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${fonts.join('')}<cachedir>${join(target, 'fonts-cache')}</cachedir></fontconfig>`
  writeFileSync(join(draft, 'fonts/fonts.conf'), config)
  // Chromium makes this one itself, closed to everybody but whoever came first.
  mkdirSync(join(draft, 'locales'))
  for (const path of ['.', 'chromium']) chmodSync(join(draft, path), 0o755)
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

const runs = (path: string, env: Record<string, string>): boolean => {
  try {
    return execFileSync(path, ['--version'], { env, stdio: 'pipe' }).length > 0
  } catch {
    return false
  }
}

const packedBrowser = (): BrowserLaunch => {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const home =
    writable(join(packageDir, '../..', '.cache/tablewire')) ?? writable(join(tmpdir(), `tablewire-cache-${process.getuid?.() ?? 0}`))
  if (!home) throw new Error('Neither node_modules nor the temporary folder can be written to: no place to unpack the browser.')
  const folder = join(home, `chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  const executablePath = join(folder, 'chromium')
  const env = { ...(process.env as Record<string, string>), FONTCONFIG_PATH: join(folder, 'fonts') }
  // A bare machine has no libnss3: then, and only then, the package's own libraries.
  return { executablePath, args, env: runs(executablePath, env) ? env : { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') } }
}

/** CHROME, else Playwright's own where it is installed, else the one from node_modules; never the system's: texts are as wide here as elsewhere. */
export const browserLaunch = (): BrowserLaunch => {
  const found = [process.env['CHROME'], chromium.executablePath()].find((path) => path && existsSync(path))
  return found ? { executablePath: found, args, env: process.env as Record<string, string> } : packedBrowser()
}
