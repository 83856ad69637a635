import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent, type AgentOptions as SecureAgentOptions } from 'node:https';
import { isIP } from 'node:net';
import { tunnelAgents } from '../ssh/tunnel-agent.ts';
import type { Outbound } from './network-way.ts';
import { connectTo } from './outbound.ts';

/** Agents of HTTP requests, one for each kind of address. */
export interface HttpAgents {
  http: Agent;
  https: SecureAgent;
}

/**
 * Agents whose sockets reach what may be reached, through the tunnel where there is one; those of Node when nothing is
 * forbidden. Certificates are still held against the name.
 */
export function guardedAgents(
  outbound: Outbound | undefined,
  options: SecureAgentOptions & AgentOptions = {},
): HttpAgents {
  const settings = { keepAlive: true, ...options };
  if (outbound?.tunnel) return tunnelAgents(outbound.tunnel, settings);
  const agents = { http: new Agent(settings), https: new SecureAgent(settings) };
  return outbound ? { http: guarded(agents.http, outbound), https: guarded(agents.https, outbound) } : agents;
}

function guarded<Kind extends Agent>(agent: Kind, outbound: Outbound): Kind {
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const host = options.host ?? 'localhost';
    // Addresses are not looked up.
    const isRefused = isIP(host) !== 0 && outbound.refusal(host) !== undefined;
    return isRefused
      ? connectTo({ host, port: Number(options.port) }, outbound)
      : create({ ...options, lookup: outbound.lookup }, callback);
  };
  return agent;
}

/** The agent for an address. */
export function agentFor(url: string | URL, agents: HttpAgents): Agent {
  return new URL(url).protocol === 'https:' ? agents.https : agents.http;
}
