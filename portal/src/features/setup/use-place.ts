import { useNavigate } from '@tanstack/react-router'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { isTab, type Place, type Tab } from './setting-place.ts'

const tries = 30
/** The field may first have to be drawn: its tab opens, its card unfolds. */
const focusField = (path: string, left = tries): void => {
  // A text in five languages shows one of them: first the language, then the field.
  const [, texts, lang] = /^(.*)\.(en|es|fr|de|nl)$/.exec(path) ?? []
  const tab = texts === undefined ? null : document.getElementById(`${texts}-${lang}`)
  tab?.click()
  const field = tab ? texts! : path
  const named = CSS.escape(field)
  const element =
    document.querySelector<HTMLElement>(`main [name="${named}"], main [data-setting="${named}"]`) ??
    // What has no field of its own is in what holds it.
    (left === 1 ? document.querySelector<HTMLElement>(`main [name^="${CSS.escape(field.split('.').slice(0, 2).join('.'))}."]`) : null)
  if (element) {
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      element.closest('.MuiFormControl-root, [data-setting]')?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 500, iterations: 2 })
  } else if (left > 1) setTimeout(() => focusField(path, left - 1), 50)
}

/** Where in the book of a venue one is, in the address; `go` walks to a setting. */
export const usePlace = (venueId: string) => {
  const [{ tab, shift }, setSearch] = useUrlSearch()
  const navigate = useNavigate()
  const show = (next: { tab: Tab; shift: string | undefined }): void => setSearch(next, { push: next.tab !== tab })
  return {
    tab: isTab(tab) ? tab : ('week' as const),
    shift,
    show,
    go: (place: Place): void => {
      if ('page' in place) {
        const search = place.of ? { id: venueId, ...(place.of === 'details' ? {} : { tab: place.of }) } : {}
        void navigate({ to: place.page as never, search: search as never })
        return
      }
      show({ tab: place.tab, shift: place.shift })
      if (place.field) focusField(place.field)
    },
  }
}
