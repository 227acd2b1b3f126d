import type { Forecast } from '@tablewire/contracts/booking/service-sheets'
import { formatDate } from '#src/kit/format.ts'
import type { useSheetT } from './use-sheet-t.ts'

/** What a meal will come to, with how wrong that was before; nothing where too little is known. `date`: the day itself, by which the weeks are named. */
export const forecastWords = (t: ReturnType<typeof useSheetT>, date: string, forecast: Forecast): string =>
  forecast
    ? t('forecast', { expected: forecast.expected, error: forecast.error, weeks: forecast.weeks, weekday: formatDate(date, 'weekday') })
    : ''
