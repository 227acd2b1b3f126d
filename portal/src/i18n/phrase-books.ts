export type Dictionary = Readonly<Record<string, string>>
type Key<Lang extends string> = `${string} ${Lang}`

type BooksOf<Lang extends string> = {
  read: (area: string, lang: Lang) => Promise<Dictionary>
  current: () => Lang
  /** The screen speaks this language from now on. */
  show: (lang: Lang) => void
}

/** Which areas are spoken in which language. However loading and changing overlap, an area that is wanted is there in the language that is shown. */
export const phraseBooks = <Lang extends string>({ read, current, show }: BooksOf<Lang>) => {
  const loaded = new Map<Key<Lang>, Dictionary>()
  const areas = new Set<string>()
  let wanted: Lang | undefined
  const of = (area: string, lang: Lang): Dictionary | undefined => loaded.get(`${area} ${lang}`)
  const bring = async (names: readonly string[], lang: Lang): Promise<void> => {
    await Promise.all(
      names.map(async (area) => {
        if (!of(area, lang)) loaded.set(`${area} ${lang}`, await read(area, lang))
      }),
    )
  }
  const missing = (names: Iterable<string>, lang: Lang): string[] => [...names].filter((area) => !of(area, lang))

  /** Resolves once the areas are there in the language of that moment, also where it changed on the way. */
  const load = async (...names: string[]): Promise<void> => {
    for (const name of names) areas.add(name)
    while (missing(names, current()).length > 0) await bring(names, current())
  }
  /** Changes the language once every area has it, those included that were wanted only meanwhile. The last call counts. */
  const change = async (lang: Lang): Promise<void> => {
    wanted = lang
    while (missing(areas, lang).length > 0) await bring(missing(areas, lang), lang)
    if (wanted === lang && lang !== current()) show(lang)
  }
  return { of, load, change }
}
