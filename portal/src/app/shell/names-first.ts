type Named = { readonly guest: { readonly firstName: string; readonly lastName: string } }

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whoever is called so comes before those who have the letters in the middle of a name; else the order stays. */
export const namesFirst = <Row extends Named>(rows: readonly Row[], text: string): Row[] => {
  const wanted = plain(text.trim())
  const begins = ({ guest }: Row): boolean => plain(` ${guest.firstName} ${guest.lastName}`).includes(` ${wanted}`)
  return rows.toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
}
