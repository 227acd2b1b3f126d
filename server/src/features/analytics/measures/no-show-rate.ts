import { type Measure, part, settledOutcomes } from '../measure.ts'

export const noShowRate: Measure = {
  id: 'noShowRate',
  unit: 'percent',
  better: 'less',
  since: '2026-11-01',
  count: part(['no_show'], 'parties'),
  of: part(settledOutcomes, 'parties'),
  words: {
    en: {
      label: 'No-show rate',
      definition: 'Parties that did not show up, of those of which it is known: seated, completed or not shown up.',
    },
    de: {
      label: 'No-Show-Quote',
      definition: 'Nicht erschienene von allen, von denen es bekannt ist: platziert, beendet oder nicht erschienen.',
    },
    fr: { label: 'Taux de no-show', definition: 'Groupes non venus parmi ceux dont on le sait : installés, terminés ou non venus.' },
    es: {
      label: 'Tasa de no presentados',
      definition: 'Grupos que no vinieron, de los que se sabe: sentados, terminados o no presentados.',
    },
    nl: {
      label: 'No-showpercentage',
      definition: 'Niet verschenen groepen van alle waarvan het bekend is: aan tafel, afgerond of niet verschenen.',
    },
  },
}
