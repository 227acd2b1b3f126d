// The page without a connection: in the reader's language and look, and away as soon as the line is back.
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
addEventListener('online', again)
