/** In five languages; a false alarm costs a glance, a missed one a guest's health. */
const allergy =
  /al+[eé]rg|coeliac|celiac|c[eé]l[ií]a|c[oœ]eliaque|z[öo]liak|gluten|lactos|lakto|peanut|erdnuss|cacahu|arachid|pinda|noten?\b|nuss|\bnuts?\b|\bnoix\b|shellfish|schalentier|anaphyla/i

/** Whether what somebody wrote is about what a guest may not eat. */
export const namesAllergy = (text: string): boolean => allergy.test(text)
