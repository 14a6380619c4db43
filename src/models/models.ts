import type { ProviderKey } from '../call.ts';
import { MODEL_PRESETS } from '../contract/ask.ts';
import type { CreateSchema } from '../contract/create-schema.ts';
import type { Privacy } from '../contract/egress.ts';
import { Fault } from '../fault.ts';
import { type Chat, createChat } from '../plan/llm/chat.ts';
import { createModelDesigner } from '../plan/llm/designer.ts';
import { createHealth } from '../plan/llm/health.ts';
import { createModelPlanner } from '../plan/llm/planner.ts';
import { isKnownProvider, knownProvider, type ModelTarget, PROVIDERS, type Provider } from '../plan/llm/providers.ts';
import { createRoute, type Route, type RouteTimes } from '../plan/llm/route.ts';
import type { ParseChange } from '../plan/parse/ddl.ts';
import type { ParsePlan } from '../plan/parse/parse.ts';
import type { Designer, Planner } from '../plan/planner.ts';

export interface ModelSettings extends RouteTimes {
  /** In the order in which they are tried. */
  readonly providers: readonly Provider[];
  /** Longest time for all attempts and repairs of one plan. */
  readonly timeoutMs: number;
  /** The most that a provider is told; databases and requests may narrow it. */
  readonly privacy: Privacy;
  /** Whether `best` is open to callers without a key of their own. */
  readonly bestForAll: boolean;
}

interface Dependencies {
  readonly settings: ModelSettings;
  readonly parse: ParsePlan;
  readonly parseChange: ParseChange;
  /** The same exchanges, measured. */
  readonly measured?: (chat: Chat) => Chat;
  /** The same planner, traced. */
  readonly traced?: (planner: Planner) => Planner;
  /** What the engine says against a new schema. @throws Fault compile_failed */
  readonly check: (schema: CreateSchema) => unknown;
}

/** Who is asked for one request, and in which order. */
export interface Choice {
  /** Whether a model may be asked at all: what it says may come out differently the next time. */
  readonly remote: boolean;
  /** Whether a model was asked for in place of what is known already. */
  readonly modelsFirst: boolean;
  planners(local: readonly Planner[]): readonly Planner[];
  designers(local: readonly Designer[]): readonly Designer[];
}

export interface Models {
  readonly settings: ModelSettings;
  /** @throws Fault invalid_model, model_unavailable, invalid_byollm_key */
  choose(request: { model?: string | undefined; own?: ProviderKey | null | undefined }): Choice;
}

/** Models of one kind: asked as one planner, over all providers. */
interface Tier {
  readonly name: string;
  readonly targets: readonly ModelTarget[];
  readonly route: Route;
}

/**
 * `auto` asks the built-in planner, then fast models, then, where `best` is open, the best ones; `fast` stops before those;
 * `best` asks the best ones first. `<provider>/<model>` asks that one first. A caller's own key takes the place of the models.
 */
export function createModels({
  settings,
  parse,
  parseChange,
  check,
  measured = (chat) => chat,
  traced = (planner) => planner,
}: Dependencies): Models {
  const { providers, timeoutMs, bestForAll } = settings;
  const chat = measured(createChat());
  const route = createRoute({ chat, health: createHealth(), ...settings });
  const tier = (which: 'fast' | 'best'): Tier => ({
    name: which,
    targets: providers.map((provider) => ({ provider, model: provider[which] })),
    route,
  });

  const choice = (tiers: readonly Tier[], modelsFirst: boolean): Choice => {
    const used = tiers.filter(({ targets }) => targets.length > 0);
    const arrange = <T>(local: readonly T[], remote: readonly T[]): readonly T[] =>
      modelsFirst ? [...remote, ...local] : [...local, ...remote];
    return {
      remote: used.length > 0,
      modelsFirst,
      planners: (local) =>
        arrange(
          local,
          used.map((each) => traced(createModelPlanner({ ...each, parse, parseChange, timeoutMs }))),
        ),
      designers: (local) =>
        arrange(
          local,
          used.map((each) => createModelDesigner({ ...each, check, timeoutMs })),
        ),
    };
  };

  function named(model: string): Choice {
    const found = providers.find(({ id, fast, best }) => [fast, best].some((name) => model === `${id}/${name}`));
    const name = model.slice(model.indexOf('/') + 1);
    if (!found) {
      const listed = providers.flatMap(({ id, fast, best }) => [...new Set([`${id}/${fast}`, ...(bestForAll ? [`${id}/${best}`] : [])])]);
      throw new Fault('invalid_model', { params: { field: 'model', allowed: [...MODEL_PRESETS, ...listed] } });
    }
    if (name !== found.fast && !bestForAll) throw unavailable();
    return choice([{ name: model, targets: [{ provider: found, model: name }], route }], true);
  }

  function ownTier({ provider: id, model, key }: ProviderKey): Tier {
    const known = isKnownProvider(id) ? knownProvider(id, key) : providers.find((provider) => provider.id === id);
    if (!known) {
      const allowed = [...new Set([...Object.keys(PROVIDERS), ...providers.map((provider) => provider.id)])];
      throw new Fault('invalid_byollm_key', { params: { field: 'provider', allowed } });
    }
    // Its failures are its owner's: they say nothing about the provider to anybody else.
    const ownRoute = createRoute({ chat, health: createHealth(), ...settings });
    return { name: 'own', targets: [{ provider: { ...known, apiKey: key }, model }], route: ownRoute };
  }

  return {
    settings,
    choose({ model = 'auto', own }) {
      if (own) {
        const meant = model === `${own.provider}/${own.model}`;
        return isPreset(model) || meant ? choice([ownTier(own)], model === 'best' || meant) : named(model);
      }
      if (model === 'best' && (!bestForAll || providers.length === 0)) throw unavailable();
      if (!isPreset(model)) return named(model);
      if (model === 'best') return choice([tier('best')], true);
      const better = providers.some((provider) => provider.best !== provider.fast);
      return choice(model === 'auto' && bestForAll && better ? [tier('fast'), tier('best')] : [tier('fast')], false);
    },
  };
}

const isPreset = (model: string): boolean => (MODEL_PRESETS as readonly string[]).includes(model);
const unavailable = (): Fault => new Fault('model_unavailable', { fields: { link: '/v1/models' } });
