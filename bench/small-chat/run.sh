#!/bin/sh
# What a small chat costs, bare, beside nginx as a plain proxy in front of the same upstream: CPU time of
# the process per request, alternated in short runs, gateway and nginx pinned to one core, upstream and
# load to the other. Needs Linux, nginx and wrk. Writes results.csv to the folder named as argument.
#
#   bench/small-chat/run.sh OUT [CONNECTIONS] [ROUNDS]
set -eu
out=${1:?the folder for the results}
connections=${2:-16}
rounds=${3:-8}
here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
gateway=$root/distro/target/headgate/bin/headgate
work=$(mktemp -d)
pids=
stop() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT INT TERM

cat >"$work/config.yaml" <<'EOF'
model_list:
  - model_name: gpt-4o
    litellm_params: {model: openai/gpt-4o-mini, api_base: "http://127.0.0.1:9311"}
general_settings: {master_key: sk-small-chat-benchmark-key}
headgate: {plugins: {only: [auth-master, openai]}}
EOF
cat >"$work/nginx.conf" <<EOF
worker_processes 1; daemon off; master_process off; pid $work/nginx.pid; error_log $work/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path $work/body; proxy_temp_path $work/proxy;
  fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  upstream fake { server 127.0.0.1:9311; keepalive 2048; }
  server {
    listen 127.0.0.1:9313; keepalive_requests 100000000;
    location / { proxy_pass http://fake; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}
EOF
cat >"$work/chat.lua" <<'EOF'
wrk.method = "POST"
wrk.path = "/chat/completions"
wrk.headers["Authorization"] = "Bearer sk-small-chat-benchmark-key"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"model":"gpt-4o","messages":[{"role":"system","content":"You are a helpful assistant that answers briefly."},{"role":"user","content":"What is the capital of France, and why is it the capital? Please answer in one short sentence only, thank you very much indeed. Also tell me a bit about the weather there in spring."}],"max_tokens":64,"temperature":0.7}'
EOF
taskset -c 0 "$gateway" bench upstream --port 9311 >"$work/upstream.log" & pids="$pids $!"
taskset -c 1 "$gateway" serve --config "$work/config.yaml" --host 127.0.0.1 --port 9312 \
  --data "$work/data" >"$work/gateway.log" 2>&1 & gw=$!; pids="$pids $gw"
taskset -c 1 nginx -c "$work/nginx.conf" 2>/dev/null & ng=$!; pids="$pids $ng"
until grep -q ready "$work/gateway.log"; do kill -0 "$gw" || { cat "$work/gateway.log"; exit 1; }; sleep 0.2; done

ticks() { awk '{print $14 + $15}' "/proc/$1/stat"; }
lane() { # NAME PID PORT SECONDS
  before=$(ticks "$2")
  taskset -c 0 wrk -t1 -c"$connections" -d"$4s" -s "$work/chat.lua" "http://127.0.0.1:$3" >"$work/wrk.log" 2>&1
  after=$(ticks "$2")
  requests=$(awk '/requests in/ {print $1}' "$work/wrk.log")
  bad=$(awk '/Non-2xx/ {print $NF} /Socket errors/ {gsub(/[a-z,]/, ""); print $3 + $4 + $5 + $6}' "$work/wrk.log" | awk '{s += $1} END {print s + 0}')
  awk -v n="$1" -v t="$((after - before))" -v r="$requests" -v b="$bad" -v c="$connections" -v s="$4" \
    'BEGIN {printf "%s,%d,%d,%d,%.2f,%d\n", n, c, r, s, t * 10000 / r, b}'
}
mkdir -p "$out"
echo "warming up" >&2
lane warm "$gw" 9312 15 >/dev/null
lane warm "$ng" 9313 2 >/dev/null
echo "lane,connections,requests,seconds,cpu_us_per_request,errors" >"$out/results.csv"
i=0
while [ $i -lt "$rounds" ]; do
  i=$((i + 1))
  lane nginx "$ng" 9313 3 | tee -a "$out/results.csv"
  lane headgate-bare "$gw" 9312 3 | tee -a "$out/results.csv"
done
{
  echo "date: $(date -u +%Y-%m-%dT%H:%MZ)"
  echo "commit: $(git -C "$root" rev-parse --short HEAD)"
  echo "machine: $(nproc) cores, $(awk -F: '/model name/ {print $2; exit}' /proc/cpuinfo | sed 's/^ //'), Linux $(uname -r)"
  echo "nginx: $(nginx -v 2>&1 | sed 's/.*: //')"
  echo "resident_kb: headgate $(awk '/VmRSS/ {print $2}' /proc/$gw/status) nginx $(awk '/VmRSS/ {print $2}' /proc/$ng/status)"
} >"$out/machine.txt"
awk -F, 'NR > 1 {v[$1] = v[$1] " " $5} END {for (l in v) {n = split(v[l], a, " "); for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] + 0 < a[i] + 0) {t = a[i]; a[i] = a[j]; a[j] = t}; printf "%s: median %.1f µs a request (%.1f to %.1f)\n", l, (a[int((n + 1) / 2)] + a[int(n / 2) + 1]) / 2, a[1], a[n]}}' "$out/results.csv" | sort | tee -a "$out/machine.txt"
