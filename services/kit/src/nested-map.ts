/** The map in a map of maps, which is added when there is none. */
export function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map<L, V>()));
  return map;
}
