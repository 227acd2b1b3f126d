// What a script adds to the documentation: finding while one types, copying, one's own key in the examples. Every page reads without it.
import { search } from './docs-search.mjs'

const make = (tag, props = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), props)
  element.append(...children)
  return element
}

/** Addresses of the time when everything stood on one page. */
const followOldAnchor = () => {
  if (location.pathname !== '/docs' || location.hash === '') return
  const link = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.querySelector('a')
  if (link && link.closest('.calls, .names')) location.replace(link.href)
}

/** What was found, below its field: which of it is chosen, and going there. */
const findsBelow = (input) => {
  const list = make('ul', { id: 'finds', className: 'finds', role: 'listbox', ariaLabel: 'Found', hidden: true })
  const told = make('p', { className: 'unseen', role: 'status' })
  // No option, as there is nothing to choose.
  const nothing = make('p', { className: 'finds none', hidden: true }, 'Nothing found')
  input.form.append(list, nothing, told)
  let [options, active] = [[], -1]
  const choose = (n) => {
    options[active]?.setAttribute('aria-selected', 'false')
    active = n
    options[active]?.setAttribute('aria-selected', 'true')
    options[active]?.scrollIntoView({ block: 'nearest' })
    if (active < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', options[active].id)
  }
  const turn = (open) => {
    list.hidden = !open
    nothing.hidden = true
    input.setAttribute('aria-expanded', String(open))
  }
  const close = () => {
    choose(-1)
    turn(false)
    options = []
    list.replaceChildren()
  }
  const open = (option) => {
    const { href } = option.dataset
    close()
    location.assign(href)
  }
  const optionOf = ({ title, href, kind, text }, n) => {
    const parts = [make('strong', {}, title), make('em', {}, kind), make('span', {}, text)]
    const option = make('li', { id: `find-${n}`, role: 'option', ariaSelected: 'false' }, ...parts)
    option.dataset.href = href
    // The field keeps the focus, so that the list does not close before it is clicked.
    option.addEventListener('mousedown', (event) => event.preventDefault())
    option.addEventListener('click', () => open(option))
    return option
  }
  const show = (found) => {
    choose(-1)
    options = found.map(optionOf)
    list.replaceChildren(...options)
    turn(options.length > 0)
    nothing.hidden = options.length > 0
    told.textContent = options.length ? `${options.length} found` : 'Nothing found'
  }
  return {
    show,
    close,
    // One place beyond either end is the field itself.
    move: (step) => options.length && choose(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1),
    openChosen: () => options[active] !== undefined && (open(options[active]), true),
  }
}

const searchBox = () => {
  const input = document.querySelector('#q')
  const finds = findsBelow(input)
  const given = { role: 'combobox', 'aria-controls': 'finds', 'aria-autocomplete': 'list', 'aria-expanded': 'false' }
  for (const [name, value] of Object.entries(given)) input.setAttribute(name, value)
  let entries
  const load = () => (entries ??= fetch('/docs/search.json').then((answer) => answer.json()))
  const look = async () => {
    const query = input.value
    if (query.trim() === '') return finds.close()
    const found = search(await load(), query)
    // The query may have changed while the index was loading.
    if (input.value === query) finds.show(found)
  }
  input.addEventListener('input', () => void look())
  input.addEventListener('focus', () => void load())
  input.addEventListener('blur', finds.close)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && input.value !== '') {
      finds.close()
      input.value = ''
    } else if (event.key === 'ArrowDown') finds.move(1)
    else if (event.key === 'ArrowUp') finds.move(-1)
    else if (event.key !== 'Enter' || !finds.openChosen()) return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

const copying = () => {
  if (!navigator.clipboard) return
  for (const pre of document.querySelectorAll('pre')) {
    const button = make('button', { type: 'button', className: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    pre.after(button)
  }
}

/** Places for a key in the examples: those of the reference, and those of the guides that are set once. */
const placesOf = (code) => {
  const places = []
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const found = /YOUR_(?:CHANNEL_KEY|RMS_KEY|ACCESS_TOKEN)|(?<=(?:CHANNEL_KEY|RMS_KEY|TOKEN)=)…/.exec(node.data)
    if (!found) continue
    const match = node.splitText(found.index)
    match.splitText(found[0].length)
    const place = make('span', { className: 'key-place' }, found[0])
    match.replaceWith(place)
    places.push({ place, empty: found[0] })
    walker.currentNode = place.firstChild
  }
  return places
}

/** The key stays in this page: it is written into the examples, never sent, never kept. */
const ownKey = () => {
  const places = [...document.querySelectorAll('pre code')].flatMap(placesOf)
  if (!places.length) return
  const input = make('input', { id: 'own-key', type: 'text', autocomplete: 'off', spellcheck: false })
  input.setAttribute('aria-describedby', 'own-key-note')
  const note = make('span', { id: 'own-key-note' }, 'Shown in the examples of this page only: it is not sent and not kept.')
  const field = make('p', { className: 'own-key' }, make('label', { htmlFor: 'own-key' }, 'Your key'), input, note)
  input.addEventListener('input', () => {
    // What no key holds would end the text it stands in.
    const key = input.value.replace(/[^\w.~+/=-]/g, '')
    for (const { place, empty } of places) place.textContent = key === '' ? empty : key
  })
  document.querySelector('main h1').after(field)
}

/** Who chose a language for one example wants it for all. */
const oneLanguage = () => {
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples input[type=radio]')) return
    const top = target.getBoundingClientRect().top
    for (const other of document.querySelectorAll(`.samples input[value="${target.value}"]`)) other.checked = true
    // Examples above may have grown or shrunk: what was clicked stays where it is.
    scrollBy(0, target.getBoundingClientRect().top - top)
  })
}

followOldAnchor()
searchBox()
ownKey()
copying()
oneLanguage()
