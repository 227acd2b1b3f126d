declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    duration: number
    warmup?: { connections: number; duration: number }
    requests: { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }[]
  }
  type Result = { requests: { average: number }; latency: { p99: number; p50: number }; non2xx: number }
  function autocannon(options: Options): Promise<Result>
  export { type Result }
  export default autocannon
}
