import { type Measure, part } from '../measure.ts'

export const turnMinutes: Measure = {
  id: 'turnMinutes',
  unit: 'minutes',
  better: 'neither',
  since: '2026-11-01',
  count: part(['completed'], 'stayMinutes', { stayed: '1' }),
  of: part(['completed'], 'stayed', { stayed: '1' }),
  words: {
    en: { label: 'Turn time', definition: 'Minutes from seated to completed, on average over the parties of which both are known.' },
    de: { label: 'Verweildauer', definition: 'Minuten vom Platzieren bis zum Ende, im Mittel der Gruppen, von denen beides bekannt ist.' },
    fr: {
      label: 'Durée à table',
      definition: 'Minutes entre l’installation et la fin, en moyenne des groupes dont les deux sont connues.',
    },
    es: {
      label: 'Tiempo en mesa',
      definition: 'Minutos desde que se sientan hasta que terminan, de media en los grupos de los que se sabe.',
    },
    nl: { label: 'Tafeltijd', definition: 'Minuten van plaatsnemen tot afronden, gemiddeld over de groepen waarvan beide bekend zijn.' },
  },
}
