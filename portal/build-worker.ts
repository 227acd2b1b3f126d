import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = { fileName: string; facadeModuleId: string | null; moduleIds: string[]; imports: string[] }
const src = join(import.meta.dirname, 'src')
const langs = ['en', 'de', 'es', 'fr', 'nl']
/** The frame of every page, the sign-in, and the evening with all a host needs of it while the server is away; other pages come when somebody opens them. */
const shellModules = [
  '../index.html',
  'features/session/LoginPage.tsx',
  'app/shell/AuthenticatedShell.tsx',
  'app/shell/NavDrawer.tsx',
  'app/shell/LeavingDialog.tsx',
  'api/restore.ts',
  'api/home-route.ts',
  'app/Crash.tsx',
  'features/reservations/ReservationsPage.tsx',
  'features/reservations/ReservationPanel.tsx',
  'features/reservations/FormDrawer.tsx',
  'features/reservations/ReservationList.tsx',
  'features/reservations/acts/AskBefore.tsx',
  'features/reservations/empty/ChooseVenue.tsx',
  'features/reservations/filter/FilterSheet.tsx',
  'features/reservations/phases/PhaseView.tsx',
  'features/reservations/phases/PartyMenu.tsx',
  'features/reservations/phases/TimeDialog.tsx',
  'features/reservations/seating/SeatPopover.tsx',
  'features/reservations/seating/SeatSection.tsx',
  'features/reservations/seating/TablesSheet.tsx',
  'features/reservations/seating/WalkInSizes.tsx',
  'features/reservations/seating/seat-now.ts',
  'features/reservations/waitlist/WaitlistView.tsx',
  'features/reservations/sheet/ServiceLine.tsx',
  'features/reservations/sheet/ServiceSheetPage.tsx',
  'features/reservations/offline/OfflineState.tsx',
  'features/reservations/offline/UnsentPage.tsx',
  'features/reservations/what-if/WhatIfSheet.tsx',
  'features/reservations/offline/acts/away.ts',
  'kit/DrawerPanel.tsx',
  'kit/keep-focus.ts',
  'app/shell/CommandPalette.tsx',
  'app/shell/ShortcutsDialog.tsx',
  'app/customizer/Customizer.tsx',
  'kit/form/DraftNote.tsx',
  'kit/office/AgeNote.tsx',
  ...langs.flatMap((lang) => [
    `kit/${lang}.json`,
    `kit/office/${lang}.json`,
    `app/${lang}.json`,
    `app/customizer/${lang}.json`,
    `features/reservations/${lang}.json`,
    ...['phases', 'seating', 'sheet', 'waitlist', 'what-if'].map((part) => `features/reservations/${part}/${lang}.json`),
  ]),
]

const shellFiles = (chunks: readonly Chunk[]): string[] => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const next of byFile.get(file)?.imports ?? []) visit(next)
  }
  for (const module of shellModules) {
    const path = join(src, module)
    const start = chunks.find(({ facadeModuleId }) => facadeModuleId === path) ?? chunks.find(({ moduleIds }) => moduleIds.includes(path))
    if (!start) throw new Error(`In no chunk: ${module}`)
    visit(start.fileName)
  }
  return [...found].toSorted()
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** All five languages stand in the page; without a connection there is nobody to ask for the right one. */
const offlineWords = async (): Promise<string> => {
  const sections = langs.map(async (lang) => {
    const words = JSON.parse(await readFile(join(src, `kit/${lang}.json`), 'utf8')) as Record<string, string>
    const say = (key: string): string => escape(words[key]!)
    return `<section lang="${lang}"${lang === 'en' ? '' : ' hidden'}><h1>${say('offline.title')}</h1><p>${say('offline.text')}</p><button type="button">${say('retry')}</button></section>`
  })
  return (await Promise.all(sections)).join('\n      ')
}

/** Tells the service worker the names of the shell's files, and writes the page for offline times. Runs after first-paint.js has its name. */
export const serviceWorker = (): Plugin => ({
  name: 'tablewire-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: async ({ dir = 'dist' }, bundle) => {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const html = await readFile(join(dir, 'index.html'), 'utf8')
      const beforePage = [...html.matchAll(/\/assets\/(?:first-paint-[\w-]+\.js|[\w-]+\.css)/g)].map(([file]) => file)
      const files = [...shellFiles(chunks).map((file) => `/${file}`), ...beforePage]
      const offline = (await readFile(join(dir, 'offline.html'), 'utf8')).replace('<!-- %OFFLINE_WORDS% -->', await offlineWords())
      await writeFile(join(dir, 'offline.html'), offline)
      const source = await readFile(join(dir, 'sw.js'), 'utf8')
      const push = existsSync(join(dir, 'sw-push.js')) ? await readFile(join(dir, 'sw-push.js'), 'utf8') : ''
      const version = createHash('sha256')
        .update(JSON.stringify([files, offline, source, push]))
        .digest('base64url')
        .slice(0, 12)
      const filled = source
        .replace('const files = []', `const files = ${JSON.stringify(files)}`)
        .replace("const version = 'development'", `const version = '${version}'`)
      await writeFile(join(dir, 'sw.js'), push ? `importScripts('/sw-push.js')\n${filled}` : filled)
    },
  },
})
