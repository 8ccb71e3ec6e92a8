"""Short prompts from users who think, against any gateway that speaks LiteLLM's API.

    pip install locust
    locust -f bench/locust/locustfile.py --host http://127.0.0.1:4000 \
        --headless -u 1000 -r 500 -t 5m

Each user sends a chat completion for an end user, waits half a second to a second, and sends the
next. Beside Locust's own statistics this keeps the overhead that the gateway reports of itself in
the header x-litellm-overhead-duration-ms, as a line of its own, and counts an answer without that
header, or without an answer in it, as a failure.

HEADGATE_KEY and HEADGATE_MODEL say which key and model to use.
"""

import os
import uuid

from locust import HttpUser, between, events, task

KEY = os.environ.get("HEADGATE_KEY", "sk-benchmark-0123456789abcdef")
MODEL = os.environ.get("HEADGATE_MODEL", "db-openai-endpoint")
HEADER = "x-litellm-overhead-duration-ms"
PROMPT = "This sentence makes the prompt long enough to be worth measuring. " * 150


class ChatUser(HttpUser):
    wait_time = between(0.5, 1)

    def on_start(self):
        self.end_user = "user-%d" % (hash(uuid.uuid4()) % 100)
        self.client.headers.update({"Authorization": "Bearer " + KEY})

    @task
    def chat(self):
        body = {
            "model": MODEL,
            "user": self.end_user,
            "messages": [{"role": "user", "content": "%s %s" % (uuid.uuid4(), PROMPT)}],
        }
        with self.client.post("/chat/completions", json=body, catch_response=True) as answer:
            if answer.status_code != 200:
                answer.failure("status %d: %s" % (answer.status_code, answer.text[:200]))
                return
            if not answer.json().get("choices"):
                answer.failure("an answer without choices")
                return
            overhead = answer.headers.get(HEADER)
            if overhead is None:
                answer.failure("the header %s is missing" % HEADER)
                return
        events.request.fire(
            request_type="OVERHEAD",
            name=HEADER,
            response_time=float(overhead),
            response_length=0,
            exception=None,
            context={},
        )
