// The page without a connection: in the reader's language and look, and away as soon as the server answers.
const root = document.documentElement
try {
  const { userData } = JSON.parse(localStorage.getItem('mozrest:manager-portal')) ?? {}
  const lang = userData?.lang ?? localStorage.getItem('tablewire:lang')
  if (document.querySelector(`section[lang="${CSS.escape(lang)}"]`)) root.lang = lang
  const mode = userData?.settings?.mode
  if (/^(light|dark|semi-dark)$/.test(mode)) root.dataset.look = mode === 'dark' ? 'dark' : 'light'
} catch {
  // Then as the server wrote it.
}
const again = () => location.reload()
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== root.lang
for (const button of document.querySelectorAll('button')) button.addEventListener('click', again)

// The line may be whole and the server away, of which the browser knows nothing: it is asked, ever more seldom, up to twice a minute.
const longestMs = 30_000
let waitMs = 1_000
let timer
const look = async () => {
  clearTimeout(timer)
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (ok) return again()
  } catch {
    // Still away.
  }
  // Half of the pause is chance, so that a server that comes back is not met by everybody at once.
  timer = setTimeout(look, waitMs / 2 + (Math.random() * waitMs) / 2)
  waitMs = Math.min(longestMs, waitMs * 1.6)
}
const lookAnew = () => {
  waitMs = 1_000
  void look()
}
addEventListener('online', lookAnew)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAnew())
timer = setTimeout(look, waitMs)
